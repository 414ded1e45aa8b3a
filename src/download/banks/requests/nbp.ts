import { z } from 'zod';
import { code, jsonIn, list, rate, rowsIn } from '../reading/json-rows.ts';
import { fileOf, type Quote } from '../reading/quotes.ts';
import type { TableRequests } from '../table-requests.ts';

type Letter = 'A' | 'B';

/** Requests for one of Narodowy Bank Polski's tables. */
export function nbp(letter: Letter): TableRequests {
  return {
    // The bank's server rejects a longer range.
    perRange: 93,
    asks: (first, last) => [`https://api.nbp.pl/api/exchangerates/tables/${letter}/${first}/${last}/?format=json`],
    is404Empty: true,
    parse: (text) => fileOf(quotesIn(text, letter), 'PLN'),
  };
}

const tableSchema = z.object({ table: z.string(), no: z.string(), effectiveDate: z.string(), rates: list });
const rowSchema = z.object({ code, mid: rate });

function* quotesIn(text: string, letter: Letter): Generator<Quote> {
  // Early numbers have no leading zeros, such as 1/A/NBP/2002.
  const number = new RegExp(String.raw`^\d{1,3}/${letter}/NBP/\d{4}$`);
  for (const { table, no: reference, effectiveDate: date, rates } of rowsIn(jsonIn(text, list), tableSchema)) {
    if (table !== letter) throw new RangeError(`the response has another table than ${letter}`);
    if (!number.test(reference)) throw new RangeError(`the number of a table isn't one of a table ${letter}`);
    const rows = rowsIn(rates, rowSchema);
    if (rows.length === 0) yield { date, code: null, value: null, reference };
    for (const { code, mid } of rows) yield { date, code, value: isTooSmall(code, mid) ? null : mid, reference };
  }
}

/** In February 2009, the Zimbabwean dollar was worth less than the bank's last decimal, so the bank's rate was 0. */
function isTooSmall(code: string | null, mid: string | number | null): boolean {
  return code === 'ZWR' && mid === 0;
}
