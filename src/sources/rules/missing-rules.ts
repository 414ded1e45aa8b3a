/** Rules that people ask for and that aren't here, with the reason, in one sentence without its final period. */
export const missingRules: ReadonlyMap<string, string> = new Map([
  ['br-income-tax', 'It needs the PTAX rates of Banco Central do Brasil, which aren’t among this site’s sources'],
  ['de-vat', 'It needs the monthly averages that the Federal Ministry of Finance publishes, which aren’t the ECB’s'],
  ['hu-vat', 'The present text of section 80 of the Hungarian VAT Act hasn’t been read'],
  ['pe-vat', 'It needs the weighted selling rates of the SBS, which aren’t among this site’s sources'],
  ['uk-vat', 'It needs market selling rates or the monthly rates of HMRC, which aren’t among this site’s sources'],
]);
