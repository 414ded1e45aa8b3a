import { type Bank, fileOf, type Quote } from './bank.ts';
import { jsonIn, objectIn, rowsIn } from './json-rows.ts';

/** The Czech National Bank's exchange rate fixing. */
export const cnb: Bank = {
  key: 'cnb',
  name: 'Czech National Bank',
  inSentence: 'the Czech National Bank',
  shortName: 'CNB',
  source: {
    name: 'Czech National Bank, central bank exchange rate fixing',
    url: 'https://www.cnb.cz/en/financial-markets/foreign-exchange-market/central-bank-exchange-rate-fixing/central-bank-exchange-rate-fixing/',
    license: 'LicenseRef-CNB-reuse-with-attribution',
    attribution: 'Source: Czech National Bank',
  },
  terms: 'Storing, reproducing and passing on are allowed, if the Czech National Bank is named as the source',
  base: 'CZK',
  quotation: 'direct',
  tables: [
    {
      key: 'cnb',
      firstDay: '1991-01-01',
      rhythm: 'business days',
      // 14:00. The bank publishes its rates at about 14:30 Czech time, which is 13:30 UTC in winter.
      publishedBy: 14,
      daysBack: 7,
      perRequest: 'a calendar year',
      url: (first) => `https://api.cnb.cz/cnbapi/exrates/daily-year?year=${first.slice(0, 'YYYY'.length)}&lang=EN`,
      parse: (text) => fileOf(quotesIn(text), 'CZK'),
    },
  ],
};

/** A year without rates, such as the first days of January, has an empty list. */
function quotesIn(text: string): Quote[] {
  const { rates } = objectIn(jsonIn(text), { rates: 'list' });
  const rows = rowsIn(rates, { validFor: 'text', currencyCode: 'text', amount: 'number', rate: 'rate' });
  return rows.map(({ validFor, currencyCode, amount, rate }) => ({
    date: validFor,
    code: currencyCode,
    value: rate,
    units: amount,
  }));
}
