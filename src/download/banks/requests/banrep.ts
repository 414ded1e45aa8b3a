import { z } from 'zod';
import { dayNumber, isDate, type IsoDate } from '../../../money/calendar.ts';
import { described } from '../../../text/quote.ts';
import { jsonIn, list, rate, rowsIn } from '../reading/json-rows.ts';
import { fileOf, type Quote } from '../reading/quotes.ts';
import type { TableRequests } from '../table-requests.ts';

/** The most days for which a rate is valid. Weekends with holidays before and after them have up to six. */
const MAX_VALID_DAYS = 8;

/** Requests for Colombia's official rate of the dollar (TRM). The server selects rates by their first day. */
export const banrep: TableRequests = {
  perRange: 366,
  asks: (first, last) => {
    const where = `vigenciadesde%3E=%27${first}T00:00:00.000%27%20AND%20vigenciadesde%3C=%27${last}T00:00:00.000%27`;
    return [`https://www.datos.gov.co/resource/32sa-8pi3.json?$where=${where}&$order=vigenciadesde%20ASC&$limit=50000`];
  },
  parse: (text) => fileOf(quotesIn(text), 'COP'),
};

const rowSchema = z.object({ valor: rate, unidad: z.unknown(), vigenciadesde: z.string(), vigenciahasta: z.string() });

/** A quote for the first day of each rate, which is valid until the day before the next rate's. */
function quotesIn(text: string): Quote[] {
  return rowsIn(jsonIn(text, list), rowSchema).map(({ valor, unidad, vigenciadesde, vigenciahasta }) => {
    const [date, last] = [dateIn(vigenciadesde), dateIn(vigenciahasta)];
    const days = dayNumber(last) - dayNumber(date) + 1;
    if (unidad !== 'COP' || days < 1 || days > MAX_VALID_DAYS) return { date, code: null, value: null };
    return { date, code: 'USD', value: valor ?? NaN };
  });
}

/** `2026-03-21T00:00:00.000` as `2026-03-21` */
function dateIn(text: string): IsoDate {
  const [, date] = /^(\d{4}-\d\d-\d\d)T00:00:00\.000$/.exec(text) ?? [];
  if (date === undefined || !isDate(date)) throw new RangeError(`a date isn't one: ${described(text)}`);
  return date;
}
