/** Rules that people ask for and that aren't here, with the reason, in one sentence without its final period. */
export const missingRules: ReadonlyMap<string, string> = new Map([
  [
    'br-income-tax',
    'The text that was read is of 2019, and it converts other currencies than USD by rates that no source has',
  ],
  ['de-vat', 'It needs the monthly averages that the Federal Ministry of Finance publishes, which aren’t the ECB’s'],
  ['hu-vat', 'The present text of section 80 of the Hungarian VAT Act hasn’t been read'],
  [
    'no-income-tax',
    'Skatteetaten lets you choose the rate of the day or the average of the year, and no source has Norges Bank’s averages',
  ],
  ['pe-vat', 'It needs the weighted selling rates of the SBS, which aren’t among this site’s sources'],
  ['uk-vat', 'It needs market selling rates or the monthly rates of HMRC, which aren’t among this site’s sources'],
]);
