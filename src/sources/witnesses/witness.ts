import { z } from 'zod';
import type { CatalogueEntry } from '../../currencies/catalogue.ts';
import { dayNumber } from '../../rates/calendar.ts';
import { isPossibleRate } from '../../rates/possible-rate.ts';
import { quote } from '../../text/quote.ts';
import { type Problem, WitnessError } from '../errors.ts';

/** A witness's rate of a currency. */
export interface WitnessRate {
  /** Units per 1 USD. */
  readonly rate: number;
  readonly asOf: string;
}

/** A witness's rates of the catalogue's currencies except USD, by code. */
export type WitnessRates = ReadonlyMap<string, WitnessRate>;

/** A witness's rates, or why it has none. */
export type WitnessAnswer = {
  /** The witness's host. Its URL may contain a key. */
  readonly witness: string;
} & ({ readonly rates: WitnessRates } | { readonly rates: null; readonly outcome: 'unreachable' | 'unusable' });

/** Days that a witness's date may be ahead of the clock, because it's already tomorrow east of UTC. */
const DAYS_AHEAD = 1;

/**
 * Reads a witness's response, which has one of three formats:
 *
 * - `[{"date": "2026-09-29", "base": "USD", "quote": "EUR", "rate": 0.88}, …]`, like Frankfurter v2
 * - `{"data": {"currency": "USD", "rates": {"EUR": "0.88", …}}}`, like Coinbase, always of today
 * - `{"base": "USD", "date": "2026-09-29", "rates": {"EUR": 0.88, …}}`, like most others, such as another Ratesheet.
 *   `base` may be `base_code`, or missing. The date is the first of `rate_as_of`, `date`, `time_last_update_unix` and
 *   `timestamp`; without any of these it is today.
 *
 * A single impossible rate makes the whole response unusable, because other rates may be wrong too.
 *
 * @throws {WitnessError} listing every problem with its path
 */
export function parseWitness(answer: unknown, catalogue: readonly CatalogueEntry[], now: string): WitnessRates {
  const today = now.slice(0, 10);
  const listed = new Set(catalogue.map(({ code }) => code));
  const rates = new Map<string, WitnessRate>();
  const problems: Problem[] = [];
  for (const { code, rate, asOf } of rowsOf(answer, today)) {
    if (!listed.has(code)) continue;
    const problem =
      rateProblem(code, rate) ??
      (dayNumber(asOf) - dayNumber(today) > DAYS_AHEAD ? `is of ${asOf}, today is ${today}` : undefined) ??
      (rates.has(code) ? 'is duplicated' : undefined);
    if (problem === undefined) rates.set(code, { rate, asOf });
    else problems.push({ path: [code], message: problem });
  }
  if (problems.length > 0) throw new WitnessError(problems);
  rates.delete('USD');
  return rates;
}

/** A rate as the witness sent it; `NaN` if it isn't a number. */
interface Row extends WitnessRate {
  readonly code: string;
}

function rateProblem(code: string, rate: number): string | undefined {
  if (Number.isNaN(rate)) return 'isn’t a number';
  if (!isPossibleRate(rate)) return `impossible rate: ${rate} for 1 USD`;
  return code === 'USD' && rate !== 1 ? `1 USD must be 1 USD, got ${rate}` : undefined;
}

const usd = z.string().regex(/^usd$/i, { error: ({ input }) => `expected USD, got ${quote(String(input), 20)}` });
const rowsSchema = z.array(z.object({ date: z.iso.date(), base: usd, quote: z.string(), rate: z.number() })).min(1);
const ofNowSchema = z.object({ data: z.object({ currency: usd, rates: z.record(z.string(), z.unknown()) }) });
const date = z.iso.date().or(z.iso.datetime({ offset: true }).transform((time) => time.slice(0, 10)));
/** Seconds since 1970. */
const seconds = z
  .number()
  .nonnegative()
  .max(1e11)
  .transform((time) => new Date(time * 1000).toISOString().slice(0, 10));
const mapSchema = z.object({
  base: usd.optional(),
  base_code: usd.optional(),
  rate_as_of: date.optional(),
  date: date.optional(),
  time_last_update_unix: seconds.optional(),
  timestamp: date.or(seconds).optional(),
  rates: z.record(z.string(), z.unknown()),
});

function rowsOf(answer: unknown, today: string): Row[] {
  if (Array.isArray(answer)) {
    return check(rowsSchema, answer).map(({ date, quote, rate }) => ({ code: quote.toUpperCase(), rate, asOf: date }));
  }
  if (typeof answer === 'object' && answer !== null && 'data' in answer) {
    const { rates } = check(ofNowSchema, answer).data;
    return rowsOfMap(rates, decimal, today);
  }
  const { rates, rate_as_of, date, time_last_update_unix, timestamp } = check(mapSchema, answer);
  const asOf = rate_as_of ?? date ?? time_last_update_unix ?? timestamp ?? today;
  return rowsOfMap(rates, (rate) => (typeof rate === 'number' ? rate : NaN), asOf);
}

function rowsOfMap(rates: Readonly<Record<string, unknown>>, read: (rate: unknown) => number, asOf: string): Row[] {
  return Object.entries(rates).map(([code, rate]) => ({ code: code.toUpperCase(), rate: read(rate), asOf }));
}

function check<T extends z.ZodType>(schema: T, answer: unknown): z.infer<T> {
  const { data, error } = schema.safeParse(answer);
  if (!error) return data;
  throw new WitnessError(error.issues.map(({ path, message }) => ({ path: path.map(String), message })));
}

/** Parses a number as text. `NaN` for other texts that `Number` accepts, such as `''`, `0x1f` and `Infinity`. */
function decimal(text: unknown): number {
  return typeof text === 'string' && /^\d{1,30}(\.\d{1,30})?([eE][+-]?\d{1,2})?$/.test(text) ? Number(text) : NaN;
}
