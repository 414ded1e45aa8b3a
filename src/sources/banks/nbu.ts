import { quoted } from '../../text/quote.ts';
import { type Bank, fileOf, type Quote } from './bank.ts';
import { jsonIn, rowsIn } from './json-rows.ts';

/** The National Bank of Ukraine's official rates. Weekends and holidays have rates, too. */
export const nbu: Bank = {
  key: 'nbu',
  name: 'National Bank of Ukraine',
  inSentence: 'the National Bank of Ukraine',
  shortName: 'NBU',
  source: {
    name: 'National Bank of Ukraine, official exchange rates of the hryvnia',
    url: 'https://bank.gov.ua/en/markets/exchangerates',
    license: 'LicenseRef-NBU-reuse-with-attribution',
    attribution: 'Source: National Bank of Ukraine, https://bank.gov.ua/',
  },
  terms: 'Free reuse, also commercially, with a link to the National Bank of Ukraine as the source',
  base: 'UAH',
  quotation: 'direct',
  tables: [
    {
      key: 'nbu',
      firstDay: '1999-01-04',
      rhythm: 'calendar days',
      // 14:30 of the day before. The bank publishes its rates before 16:00 in Kyiv, which is 14:00 UTC in winter.
      publishedBy: -9.5,
      daysBack: 7,
      // A response of this many days has about a million bytes.
      perRequest: 93,
      url: (first, last) =>
        `https://bank.gov.ua/NBU_Exchange/exchange_site?start=${compact(first)}&end=${compact(last)}&sort=exchangedate&order=asc&json`,
      parse: (text) => fileOf(quotesIn(text), 'UAH'),
    },
  ],
};

function compact(date: string): string {
  return date.replaceAll('-', '');
}

function quotesIn(text: string): Quote[] {
  const form = { exchangedate: 'text', cc: 'text', rate: 'rate', units: 'number', rate_per_unit: 'rate' } as const;
  return rowsIn(jsonIn(text), form).map(({ exchangedate, cc, rate, units, rate_per_unit: perUnit }) => ({
    date: dateIn(exchangedate),
    code: cc,
    value: rate === null || isOfUnits(units, rate, perUnit) ? rate : NaN,
    units,
  }));
}

/** `01.03.2026` as `2026-03-01` */
function dateIn(text: string): string {
  const [, day, month, year] = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(text) ?? [];
  if (year === undefined) throw new RangeError(`${quoted(text, 40)} isn't a date such as 31.12.2026`);
  return `${year}-${month}-${day}`;
}

/** Whether a rate is for the given units. The rate per unit may be rounded, but wrong units differ by a factor of 10. */
function isOfUnits(units: number, rate: number, perUnit: number | null): boolean {
  const quotient = rate / units / (perUnit ?? 0);
  return quotient > 0.5 && quotient < 2;
}
