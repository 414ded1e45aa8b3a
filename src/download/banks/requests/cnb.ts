import { z } from 'zod';
import { code, jsonIn, list, number, rate, rowsIn } from '../reading/json-rows.ts';
import { fileOf, type Quote } from '../reading/quotes.ts';
import type { TableRequests } from '../table-requests.ts';

/** Requests for the Czech National Bank's fixing. */
export const cnb: TableRequests = {
  perRange: 'a calendar year',
  asks: (first) => [`https://api.cnb.cz/cnbapi/exrates/daily-year?year=${first.slice(0, 'YYYY'.length)}&lang=EN`],
  parse: (text) => fileOf(quotesIn(text), 'CZK'),
};

const yearSchema = z.object({ rates: list });
const rowSchema = z.object({
  validFor: z.string(),
  currencyCode: code,
  amount: number,
  rate,
});

/** A year without rates, such as the first days of January, has an empty list. */
function quotesIn(text: string): Quote[] {
  return rowsIn(jsonIn(text, yearSchema).rates, rowSchema).map(({ validFor, currencyCode, amount, rate }) => ({
    date: validFor,
    code: currencyCode,
    value: rate,
    units: amount,
  }));
}
