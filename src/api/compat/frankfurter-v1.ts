import { z } from 'zod';
import { OFFICIAL_BASE } from '../../archive/official-rates.ts';
import { codeOf } from '../../currencies/code.ts';
import { codeSchema } from '../../currencies/currency.ts';
import { defineSchema } from '../../text/define-schema.ts';
import { parseAmount } from '../../rates/amount.ts';
import { isDate } from '../../rates/calendar.ts';
import { elementAt } from '../../rates/element-at.ts';
import { powerOfTen } from '../../rates/round.ts';
import { ApiError, notFound } from '../format/error.ts';
import { serialize } from '../format/serialize.ts';
import { codesOf, type RateTable } from './day-on-base.ts';

/*
 * Frankfurter v1: the European Central Bank's rates, with the same numbers as the original. Source:
 * https://api.frankfurter.dev/v1/openapi.json, and lib/versions/v1.rb with lib/versions/v1/ in
 * https://github.com/lineofflight/frankfurter at 60541ad.
 */

/** Units per `amount` of the base. The base itself isn't listed. */
const ratesSchema = /* @__PURE__ */ defineSchema(() => z.record(codeSchema, z.number().nonnegative()));

/** `/v1/latest`, `/v1/current`, `/v1/{date}` */
export const frankfurterDaySchema = /* @__PURE__ */ defineSchema(() =>
  z.strictObject({ amount: z.number().positive(), base: codeSchema, date: z.iso.date(), rates: ratesSchema }),
);

/** `/v1/{start}..{end}`, `/v1/{start}..` */
export const frankfurterRangeSchema = /* @__PURE__ */ defineSchema(() =>
  z.strictObject({
    amount: z.number().positive(),
    base: codeSchema,
    start_date: z.iso.date(),
    end_date: z.iso.date(),
    rates: z.record(z.iso.date(), ratesSchema),
  }),
);

/** `/v1/currencies`, and Open Exchange Rates' list of currencies */
export const namesSchema = /* @__PURE__ */ defineSchema(() => z.record(codeSchema, z.string().min(1)));

export const frankfurterErrorSchema = /* @__PURE__ */ defineSchema(() =>
  z.strictObject({ message: z.string().min(1) }),
);

export function describeV1({ status, message }: Pick<ApiError, 'status' | 'message'>) {
  return { message: status === 404 ? NOT_FOUND : message };
}

export const NOT_FOUND = 'not found';

/** A request for a day or a range. */
export interface V1Query {
  readonly amount: number;
  readonly base: string;
  /** The requested codes, which may not exist; undefined for all currencies. */
  readonly symbols: readonly string[] | undefined;
  /** `YYYY-MM-DD`; the first day of a range, undefined for the newest day. */
  readonly date: string | undefined;
  /** The last day of a range. */
  readonly end: string | undefined;
}

/**
 * Parses a request. As in the original, the last of a repeated parameter counts, and unknown parameters are ignored. An
 * amount must be a number, although the original takes `1,000` as 1.
 *
 * @param names the date and the range's last day; both may be undefined
 */
export function parseV1([date, end]: readonly (string | undefined)[], query: URLSearchParams): V1Query {
  const asked = new Map(query);
  const amount = parseAmount(asked.get('amount') ?? '1');
  if (!amount) throw invalidAmount();
  assertDates(date, end);
  const base = asked.get('from') ?? asked.get('base');
  const symbols = codesOf(asked.get('to') ?? asked.get('symbols'));
  if (base !== undefined && symbols?.join() === codeOf(base)) throw unprocessable('bad currency pair');
  return { amount, base: codeOf(base ?? OFFICIAL_BASE), symbols, date, end };
}

/** Rejects unknown parameters, because a response that ignores them would be wrong. */
export function refuseOthers(query: URLSearchParams, known: RegExp): void {
  for (const name of query.keys()) if (!known.test(name)) throw unprocessable(`unknown parameter: ${name}`);
}

export function assertDates(...dates: readonly (string | undefined)[]): void {
  if (!dates.every((date) => date === undefined || isDate(date))) throw unprocessable('invalid date');
}

/** Error for an invalid request. */
export const unprocessable = (message: string) => new ApiError(422, message);

const invalidAmount = () => unprocessable('invalid amount');

/**
 * The rates of a day: each currency's newest rate in the window, as far as it is as new as the base's. For the euro it
 * must be as new as that of the first currency.
 *
 * @param window units per 1 EUR on the days that the request can use, with the base
 * @throws {ApiError} 404 without rates
 */
export function buildV1Day(query: V1Query, { dates, codes, columns }: RateTable): V1Document {
  const { amount, base } = query;
  const newest = codes
    .map((code, column) => ({
      code,
      column,
      day: (columns[column] ?? []).findLastIndex((rate) => !Number.isNaN(rate)),
    }))
    .filter(({ code, day }) => day >= 0 && (base !== OFFICIAL_BASE || code !== OFFICIAL_BASE));
  const since = ({ column }: { column: number }) => (columns[column] ?? []).findIndex((rate) => !Number.isNaN(rate));
  const [first] =
    base === OFFICIAL_BASE
      ? newest.toSorted((one, other) => since(one) - since(other))
      : newest.filter(({ code }) => code === base);
  if (!first) throw notFound();
  const kept = newest.filter(({ code, day }) => day === first.day || code === OFFICIAL_BASE);
  const rates = ratesOn(
    query,
    kept.map(({ code }) => code),
    kept.map(({ column, day }) => columns[column]?.[day] ?? NaN),
  );
  if (!rates) throw notFound();
  return { amount, base, date: elementAt(dates, first.day), rates };
}

/**
 * The rates of each day in a range.
 *
 * @param table units per 1 EUR on the range's days, with the base
 * @throws {ApiError} 404 without rates
 */
export function buildV1Range(query: V1Query, { dates, codes, columns }: RateTable): V1Document {
  const { amount, base } = query;
  const rates: Record<string, Record<string, number>> = {};
  dates.forEach((date, day) => {
    const ofDay = ratesOn(
      query,
      codes,
      columns.map((column) => column[day] ?? NaN),
    );
    if (ofDay) rates[date] = ofDay;
  });
  const days = Object.keys(rates);
  const [start_date, end_date] = [days[0], days.at(-1)];
  if (start_date === undefined || end_date === undefined) throw notFound();
  return { amount, base, start_date, end_date, rates };
}

type V1Document = z.infer<typeof frankfurterDaySchema | typeof frankfurterRangeSchema>;

/**
 * A day's rates on the base, without it; undefined if there are none. The bank's own numbers aren't rounded. The
 * original rounds others twice, first in euro and then on the base.
 *
 * @param perEuro units per 1 EUR; `NaN` without a rate
 */
function ratesOn({ amount, base }: V1Query, codes: readonly string[], perEuro: readonly number[]) {
  const isOwn = base === OFFICIAL_BASE;
  const ofBase = isOwn ? 1 : (perEuro[codes.indexOf(base)] ?? NaN);
  if (Number.isNaN(ofBase)) return undefined;
  const inEuro = (rate: number) => (isOwn && amount === 1 ? rate : roundAsQuoted(amount * rate));
  const divisor = inEuro(ofBase);
  const rates: Record<string, number> = {};
  for (const [column, code] of codes.entries()) {
    const rate = perEuro[column] ?? NaN;
    if (code === base || Number.isNaN(rate)) continue;
    const ofAmount = code === OFFICIAL_BASE ? amount : inEuro(rate);
    rates[code] = isOwn ? ofAmount : roundAsQuoted((amount * ofAmount) / divisor);
  }
  return Object.keys(rates).length > 0 ? rates : undefined;
}

/**
 * Rounds as rates are quoted: the larger, the fewer decimals. Source: lib/roundable.rb.
 *
 * @throws {ApiError} if the amount makes it too large, or divides by zero
 */
function roundAsQuoted(value: number): number {
  if (!Number.isFinite(value)) throw invalidAmount();
  if (value > 5000) return Math.round(value);
  const decimals = value > 80 ? 2 : value > 20 ? 3 : value > 1 ? 4 : value > 0.0001 ? 5 : 6;
  const factor = powerOfTen(decimals);
  const scaled = value * factor;
  const whole = Math.round(scaled);
  // Both numbers are exact, so the quotient is the double nearest to the decimal number.
  if (Math.abs(whole - scaled) < 0.4999) return whole / factor;
  // Ruby rounds an exact tie to even, toFixed() rounds it up. A tie's binary fraction has one digit more than the
  // decimals.
  const isTie = scaled % 1 === 0.5 && (value * 2 ** (decimals + 1)) % 1 === 0;
  return isTie ? (2 * Math.round(scaled / 2)) / factor : Number(value.toFixed(decimals));
}

/**
 * A document with numbers as the original writes them: `1.0`, but `20082` for rounded rates above 5,000. Some clients'
 * languages read the two as different types.
 */
export function serializeV1({ amount, base }: V1Query, document: V1Document): string {
  const isRounded = base !== OFFICIAL_BASE || amount !== 1;
  return serialize(document).replaceAll(
    /("amount")?:(\d{1,16})(?=[,}])/g,
    (text, isAmount: string | undefined, digits) =>
      isRounded && isAmount === undefined && Number(digits) > 5000 ? text : `${text}.0`,
  );
}
