/** The Federal Reserve's names of its series of business days. */
const names =
  'RXI_N.B.BZ:BRL RXI_N.B.CA:CAD RXI_N.B.CH:CNY RXI_N.B.DN:DKK RXI_N.B.HK:HKD RXI_N.B.IN:INR RXI_N.B.JA:JPY ' +
  'RXI_N.B.KO:KRW RXI_N.B.MA:MYR RXI_N.B.MX:MXN RXI_N.B.NO:NOK RXI_N.B.SD:SEK RXI_N.B.SF:ZAR RXI_N.B.SI:SGD ' +
  'RXI_N.B.SL:LKR RXI_N.B.SZ:CHF RXI_N.B.TA:TWD RXI_N.B.TH:THB RXI$US_N.B.AL:AUD RXI$US_N.B.EU:EUR ' +
  'RXI$US_N.B.NZ:NZD RXI$US_N.B.UK:GBP';

const byCode = new Map(names.split(' ').map((pair) => pair.split(':').reverse() as [code: string, name: string]));

/** The name of a currency's series. A test can damage the code. */
export function americanSeriesOf(code: string): string {
  return byCode.get(code) ?? `RXI_N.B.${code}`;
}
