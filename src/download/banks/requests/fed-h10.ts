import { directionOf } from '../../../money/quotation.ts';
import { fedH10 as bank } from '../../../sources/banks/fed-h10.ts';
import { fileOf, type Quote } from '../reading/quotes.ts';
import type { TableRequests } from '../table-requests.ts';
import { readXml, type XmlElement } from '../reading/xml.ts';

/** Requests for the Federal Reserve's H.10 release: a zip with an XML of all series and all days. */
export const fedH10: TableRequests = {
  perRange: 'all days',
  asks: () => ['https://www.federalreserve.gov/releases/h10/data/FRB_h10_xml.zip'],
  inZip: /(^|\/)H10_data\.xml$/i,
  parse: (text) => fileOf(quotesIn(text), bank.base),
};

/**
 * The bank's abbreviations of countries. The bolívar (VE, later VES) is left out, because its series has values in three
 * units. A series is known by its name, because its attributes vary: `CURRENCY` of the euro was USD in 2014.
 */
const countries = {
  ...{ AL: 'AUD', BZ: 'BRL', CA: 'CAD', CH: 'CNY', DN: 'DKK', EU: 'EUR', HK: 'HKD', IN: 'INR', JA: 'JPY', KO: 'KRW' },
  ...{ MA: 'MYR', MX: 'MXN', NO: 'NOK', NZ: 'NZD', SD: 'SEK', SF: 'ZAR', SI: 'SGD', SL: 'LKR', SZ: 'CHF', TA: 'TWD' },
  ...{ TH: 'THB', UK: 'GBP' },
};

/**
 * The currencies of the series of business days, by the name of the series: `RXI_N.B.JA` is units per 1 USD, and
 * `RXI$US_N.B.EU` is USD per 1 unit. If the bank turned a currency's rates round, its series wouldn't be read any more.
 */
const currencies: ReadonlyMap<string, string> = new Map(
  Object.entries(countries).map(([country, code]) => {
    const isDirect = directionOf(bank.quotation, code) === 'direct';
    return [`RXI${isDirect ? '$US' : ''}_N.B.${country}`, code];
  }),
);

/** The frequency of business days. Monthly series have 129. */
const DAILY = '9';
/** Statuses of days without a rate: weekdays without trade, and days before a series begins or after it ends. */
const withoutValue = new Set(['ND', 'NA', 'NC']);
/** The value of days without a rate. */
const NONE = '-9999';

/** `UNIT_MULT` isn't applied. It was 0.01 for the pound in a file of 2014, whose values were in dollars nevertheless. */
function quotesIn(text: string): Quote[] {
  const quotes: Quote[] = [];
  const codes = new Map<XmlElement, string | undefined>();
  readXml(text, ({ name, attributes }, [series]) => {
    if (name !== 'Obs' || !series) return;
    if (!codes.has(series)) codes.set(series, codeOf(series));
    const code = codes.get(series);
    const { OBS_STATUS: status = '', OBS_VALUE: value = '', TIME_PERIOD: date = '' } = attributes;
    if (code !== undefined && !withoutValue.has(status) && value !== NONE) quotes.push({ date, code, value });
  });
  if (quotes.length === 0) throw new RangeError('the response has no daily rates');
  return quotes;
}

/** The currency of a series of daily rates; undefined for another series. */
function codeOf({ attributes }: XmlElement): string | undefined {
  const { SERIES_NAME: name = '', FREQ: frequency } = attributes;
  return frequency === DAILY ? currencies.get(name) : undefined;
}
