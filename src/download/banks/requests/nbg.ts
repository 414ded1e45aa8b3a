import { z } from 'zod';
import { weekdayOf } from '../../../money/calendar.ts';
import { eachDay } from '../reading/each-day.ts';
import { code, jsonIn, list, number, rate, rowsIn } from '../reading/json-rows.ts';
import { fileOf, type Quote } from '../reading/quotes.ts';
import type { TableRequests } from '../table-requests.ts';

/** Requests for the National Bank of Georgia's rates, one for each day but Sundays, on which no list begins. */
export const nbg: TableRequests = {
  // Six requests. The archive of the bank has no other form.
  perRange: 7,
  asks: (first, last) =>
    eachDay(
      first,
      last,
      (day) => weekdayOf(day) !== SUNDAY,
      (date) => `https://nbg.gov.ge/gw/api/ct/monetarypolicy/currencies/?date=${date}`,
    ),
  hasOtherDays: true,
  parse: (...texts) => fileOf(texts.flatMap(quotesIn), 'GEL'),
};

const SUNDAY = 6;

const listSchema = z.object({ date: z.string(), currencies: list });
/** The row's own date is the time at which its rate was published, in Tbilisi although it ends in Z. */
const rowSchema = z.object({ code, quantity: number, rateFormated: rate, rate: number });

/** The list in force on a day, which may be an earlier day's. Before the first list, the response is empty. */
function quotesIn(text: string): Quote[] {
  return rowsIn(jsonIn(text, list), listSchema).flatMap(({ date: time, currencies }) => {
    const date = time.slice(0, 'YYYY-MM-DD'.length);
    return rowsIn(currencies, rowSchema).map(({ code, quantity, rateFormated, rate }) => ({
      ...{ date, code, units: quantity },
      // The text has the bank's digits.
      value: Number(rateFormated) === rate ? rateFormated : NaN,
    }));
  });
}
