import { quoted } from '../../text/quote.ts';
import { type Bank, type BankTable, fileOf, type Quote } from './bank.ts';
import { jsonIn, rowsIn } from './json-rows.ts';

/** Narodowy Bank Polski's average rates. Table A has the most traded currencies, and table B the other currencies. */
export const nbp: Bank = {
  key: 'nbp',
  name: 'Narodowy Bank Polski',
  inSentence: 'Narodowy Bank Polski',
  shortName: 'NBP',
  source: {
    name: 'Narodowy Bank Polski, average exchange rates of foreign currencies (tables A and B)',
    url: 'https://nbp.pl/en/statistic-and-financial-reporting/rates/',
    license: 'LicenseRef-NBP-reuse-with-attribution',
    attribution: 'Source: Narodowy Bank Polski',
  },
  terms: 'Free reuse, also commercially, if Narodowy Bank Polski is named as the source and the rates aren’t changed',
  base: 'PLN',
  quotation: 'direct',
  tables: [
    { ...tableOf('A'), key: 'nbp', rhythm: 'business days', daysBack: 7 },
    // Before a holiday, the table is published on an earlier day. Until April 2004, it was published every two weeks.
    { ...tableOf('B'), key: 'nbp-b', rhythm: 'Wednesdays', daysBack: 14 },
  ],
};

type Letter = 'A' | 'B';

function tableOf(letter: Letter): Omit<BankTable, 'key' | 'rhythm' | 'daysBack'> {
  return {
    firstDay: '2002-01-02',
    // 11:45. The bank publishes its rates between 11:45 and 12:15 Polish time, which is until 11:15 UTC in winter.
    publishedBy: 11.75,
    // The bank's server rejects a longer range.
    perRequest: 93,
    url: (first, last) => `https://api.nbp.pl/api/exchangerates/tables/${letter}/${first}/${last}/?format=json`,
    is404Empty: true,
    parse: (text) => fileOf(quotesIn(text, letter), 'PLN'),
  };
}

function* quotesIn(text: string, letter: Letter): Generator<Quote> {
  const form = { table: 'text', no: 'text', effectiveDate: 'text', rates: 'list' } as const;
  // Early numbers have no leading zeros, such as 1/A/NBP/2002.
  const number = new RegExp(String.raw`^\d{1,3}/${letter}/NBP/\d{4}$`);
  for (const { table, no: reference, effectiveDate: date, rates } of rowsIn(jsonIn(text), form)) {
    if (table !== letter) throw new RangeError(`the response has table ${quoted(table, 20)} instead of ${letter}`);
    if (!number.test(reference)) throw new RangeError(`${quoted(reference, 40)} isn't the number of a table ${letter}`);
    const rows = rowsIn(rates, { code: 'text', mid: 'rate' });
    if (rows.length === 0) yield { date, code: null, value: null, reference };
    for (const { code, mid } of rows) yield { date, code, value: isTooSmall(code, mid) ? null : mid, reference };
  }
}

/** In February 2009, the Zimbabwean dollar was worth less than the bank's last decimal, so the bank's rate was 0. */
function isTooSmall(code: string, mid: number | null): boolean {
  return code === 'ZWR' && mid === 0;
}
