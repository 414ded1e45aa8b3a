import { jsonIn, objectIn, rowsIn } from './json-rows.ts';
import { fileOf, type Quote } from './quotes.ts';
import type { TableRequests } from './table-requests.ts';

/** Requests for the Czech National Bank's fixing. */
export const cnb: TableRequests = {
  perRequest: 'a calendar year',
  url: (first) => `https://api.cnb.cz/cnbapi/exrates/daily-year?year=${first.slice(0, 'YYYY'.length)}&lang=EN`,
  parse: (text) => fileOf(quotesIn(text), 'CZK'),
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
