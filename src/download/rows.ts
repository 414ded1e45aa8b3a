import { isoDate } from '../money/calendar.schema.ts';
import { dateAt, instantAt, type IsoDate } from '../money/calendar.ts';
import { z } from 'zod';
import { UnusableResponseError } from './errors.ts';

/** A rate as a source sent it. */
export interface Row {
  readonly code: string;
  /** Units per 1 USD; `NaN` if it isn't a number. */
  readonly rate: number;
  readonly asOf: IsoDate;
}

export interface Rows {
  readonly rows: readonly Row[];
  /** Whether each row has its own date. If not, the rates may be live rates, which change all day. */
  readonly isDated: boolean;
}

/**
 * Reads rates in one of three formats:
 *
 * - `[{"date": "2026-09-29", "base": "USD", "quote": "EUR", "rate": 0.88}, …]`, like Frankfurter v2
 * - `{"data": {"currency": "USD", "rates": {"EUR": "0.88", …}}}`, like Coinbase, always of today
 * - `{"base": "USD", "date": "2026-09-29", "rates": {"EUR": 0.88, …}}`, like most APIs, such as another Ratesheet site.
 *   `base` may be `base_code`, or missing. The date is the first of `rate_as_of`, `date`, `time_last_update_unix` and
 *   `timestamp`; without any of these it is today.
 *
 * Rates and codes aren't checked.
 *
 * @throws {UnusableResponseError} listing every problem with its path
 */
export function readRows(answer: unknown, today: IsoDate, kind: 'dataset' | 'response'): Rows {
  if (Array.isArray(answer)) {
    const rows = check(rowsSchema, answer, kind).map(({ date, quote, rate }) => ({
      code: quote.toUpperCase(),
      rate,
      asOf: date,
    }));
    return { rows, isDated: true };
  }
  if (typeof answer === 'object' && answer !== null && 'data' in answer) {
    const { rates } = check(ofNowSchema, answer, kind).data;
    return { rows: rowsOfMap(rates, decimal, today), isDated: false };
  }
  const { rates, rate_as_of, date, time_last_update_unix, timestamp } = check(mapSchema, answer, kind);
  const asOf = rate_as_of ?? date ?? time_last_update_unix ?? timestamp ?? today;
  return { rows: rowsOfMap(rates, (rate) => (typeof rate === 'number' ? rate : NaN), asOf), isDated: false };
}

const usd = z.string().regex(/^usd$/i, { error: 'isn’t USD' });
const rowsSchema = z.array(z.object({ date: isoDate, base: usd, quote: z.string(), rate: z.number() })).min(1);
const ofNowSchema = z.object({ data: z.object({ currency: usd, rates: z.record(z.string(), z.unknown()) }) });
const date = isoDate.or(z.iso.datetime({ offset: true }).transform((time) => time.slice(0, 10) as IsoDate));
/** Seconds since 1970. */
const seconds = z
  .number()
  .nonnegative()
  .max(1e11)
  .transform((time) => dateAt(instantAt(time * 1000)));
const mapSchema = z.object({
  base: usd.optional(),
  base_code: usd.optional(),
  rate_as_of: date.optional(),
  date: date.optional(),
  time_last_update_unix: seconds.optional(),
  timestamp: date.or(seconds).optional(),
  rates: z.record(z.string(), z.unknown()),
});

function rowsOfMap(rates: Readonly<Record<string, unknown>>, read: (rate: unknown) => number, asOf: IsoDate): Row[] {
  return Object.entries(rates).map(([code, rate]) => ({ code: code.toUpperCase(), rate: read(rate), asOf }));
}

function check<T extends z.ZodType>(schema: T, answer: unknown, kind: 'dataset' | 'response'): z.infer<T> {
  const { data, error } = schema.safeParse(answer);
  if (!error) return data;
  throw new UnusableResponseError(
    kind,
    error.issues.map(({ path, message }) => ({ path: path.map(String), message })),
  );
}

/** Parses a number as text. `NaN` for other texts that `Number` accepts, such as `''`, `0x1f` and `Infinity`. */
function decimal(text: unknown): number {
  return typeof text === 'string' && /^\d{1,30}(\.\d{1,30})?([eE][+-]?\d{1,2})?$/.test(text) ? Number(text) : NaN;
}
