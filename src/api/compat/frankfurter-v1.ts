import { z } from 'zod';
import { ecb } from '../../archive/official-bank.ts';
import { upperCaseCode } from '../../currencies/code.ts';
import { codeSchema } from '../../currencies/currency.ts';
import { defineSchema } from '../../text/define-schema.ts';
import { parseAmount } from '../../rates/amount.ts';
import { isDate } from '../../rates/calendar.ts';
import { elementAt } from '../../rates/element-at.ts';
import { powerOfTen } from '../../rates/round.ts';
import { ApiError, NOT_FOUND } from '../format/error.ts';
import { codesOf, forEachRate, noRates, printDecimal, printRate, type RateTable } from './day-on-base.ts';

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

export function describeV1({ message, kind }: Pick<ApiError, 'message' | 'kind'>) {
  return { message: kind === NOT_FOUND ? 'not found' : message };
}

/** A request for a day or a range. */
export interface V1Query {
  readonly amount: number;
  readonly base: string;
  /** The requested codes, which may be unknown; undefined for all currencies. */
  readonly symbols: readonly string[] | undefined;
  /** The requested day or the first day of a range, `YYYY-MM-DD`; undefined for the newest day. */
  readonly date: string | undefined;
  /** The last day of a range, `YYYY-MM-DD`; undefined for a single day, and for a range up to the newest day. */
  readonly end: string | undefined;
}

/**
 * Parses a request. As in the original, the last value of a repeated parameter counts, and unknown parameters are
 * ignored. An amount must be a number, although the original takes `1,000` as 1.
 *
 * @param names the dates in the path: a single day, or the first and the last day of a range; each may be undefined
 */
export function parseV1([date, end]: readonly (string | undefined)[], query: URLSearchParams): V1Query {
  const asked = new Map(query);
  const amount = parseAmount(asked.get('amount') ?? '1');
  if (!amount) throw invalidAmount();
  assertDates(date, end);
  const base = asked.get('from') ?? asked.get('base');
  const symbols = codesOf(asked.get('to') ?? asked.get('symbols'));
  if (base !== undefined && symbols?.join() === upperCaseCode(base)) throw unprocessable('bad currency pair');
  return { amount, base: upperCaseCode(base ?? ecb.base), symbols, date, end };
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

export const rangeTooLarge = (days: number) =>
  unprocessable(`range too large. Request at most ${days} days, or fewer currencies`);

const invalidAmount = () => unprocessable('invalid amount');

/** Error for an amount whose results are rounded to 0. The original returns 0. */
const amountTooSmall = () => unprocessable('invalid amount. Use a larger amount');

/**
 * The response with the rates of one day: the newest day in the table that has the base and every requested currency.
 * If no currencies are requested, the response has all currencies of that day. The original returns the newest rates of
 * only some of the currencies if these rates are of different days.
 *
 * @param table units per 1 EUR on the days that the request can use, including the base unless it's EUR
 * @throws {ApiError} with status 404 if there are no rates
 */
export function dayInV1(query: V1Query, table: RateTable): string {
  const { dates, codes, columns } = table;
  const { base, symbols } = query;
  const needed = codes
    .map((code, index) => ({ code, rates: columns[index] ?? [] }))
    .filter(({ code, rates }) => (code === base || symbols?.includes(code)) && rates.some(isRate));
  const hasBase = base === ecb.base || needed.some(({ code }) => code === base);
  if (!hasBase || dates.length === 0) throw noRates(table, NEWEST);
  const last = dates.findLastIndex((_, day) => needed.every(({ rates }) => isRate(rates[day] ?? NaN)));
  if (last < 0)
    throw noCommonDay(
      needed.map(({ code }) => code),
      dates,
    );
  const date = elementAt(dates, last);
  const [day] = daysOf(query, { dates: [date], codes, columns: columns.map((rates) => [elementAt(rates, last)]) });
  if (!day) throw noRates(table, NEWEST);
  return responseInV1(query, { date }, day.rates);
}

const NEWEST = 'Use /v1/latest';

const noCommonDay = (codes: readonly string[], dates: readonly string[]) =>
  new ApiError(
    404,
    `No day from ${elementAt(dates, 0)} to ${elementAt(dates, dates.length - 1)} has rates of ${codes.join(' and ')}. ` +
      'Use another date',
  );

const isRate = (rate: number) => !Number.isNaN(rate);

/**
 * The response with the rates of each day in a range.
 *
 * @param table units per 1 EUR on the range's days, including the base unless it's EUR
 * @throws {ApiError} with status 404 if there are no rates
 */
export function rangeInV1(query: V1Query, table: RateTable): string {
  const days = daysOf(query, table);
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) throw noRates(table, NEWEST);
  const dates = { start_date: first.date, end_date: last.date };
  return responseInV1(query, dates, days.map(({ date, rates }) => `"${date}":{${rates}}`).join());
}

/**
 * Prints a response as text, because building objects for 27 years takes longer.
 *
 * @param rates the content of the field `rates` as text, without its braces
 */
function responseInV1({ amount, base }: V1Query, dates: object, rates: string): string {
  const named = JSON.stringify({ base, ...dates }).slice(1, -1);
  return `{"amount":${printDecimal(amount)},${named},"rates":{${rates}}}\n`;
}

/** Each day's rates on the base, as the content of a JSON object. Omits the base itself, and days without rates. */
function daysOf(query: V1Query, perEuro: RateTable): { readonly date: string; rates: string }[] {
  const { amount, base } = query;
  const isRounded = base !== ecb.base || amount !== 1;
  const columns = base === ecb.base ? onEuro(query, perEuro) : onOther(query, perEuro);
  const days: { date: string; rates: string }[] = [];
  let day: (typeof days)[number] | undefined;
  forEachRate({ ...perEuro, columns }, (date, code, rate) => {
    if (code === base) return;
    if (rate === 0 && amount !== 1) throw amountTooSmall();
    const member = `"${code}":${isRounded ? printRate(rate) : printDecimal(rate)}`;
    if (day?.date === date) day.rates += `,${member}`;
    else days.push((day = { date, rates: member }));
  });
  return days;
}

/** Rates on the euro. For the amount 1, they are the bank's own numbers, which aren't rounded. */
function onEuro({ amount }: V1Query, { columns }: RateTable): RateTable['columns'] {
  if (amount === 1) return columns;
  return columns.map((rates) => rates.map((rate) => roundAsQuoted(amount * rate)));
}

/** Rates on another base. As in the original, they are rounded twice: first as rates on the euro, then on the base. */
function onOther({ amount, base }: V1Query, { codes, columns }: RateTable): RateTable['columns'] {
  const inEuro = (rate: number) => roundAsQuoted(amount * rate);
  const divisors = (columns[codes.indexOf(base)] ?? []).map(inEuro);
  // If the amount is tiny, the base's rate on the euro is rounded to 0, and the next step would divide by it.
  if (divisors.includes(0)) throw amountTooSmall();
  return columns.map((rates, index) => {
    const isEuro = codes[index] === ecb.base;
    return rates.map((rate, day) =>
      roundAsQuoted((amount * (isEuro ? amount : inEuro(rate))) / (divisors[day] ?? NaN)),
    );
  });
}

/**
 * Rounds as the original does: the larger the value, the fewer decimals. `NaN` stays `NaN`. Source: lib/roundable.rb.
 *
 * @throws {ApiError} if the amount makes the value infinite
 */
function roundAsQuoted(value: number): number {
  if (Number.isNaN(value)) return NaN;
  if (value === Infinity) throw invalidAmount();
  if (value > 5000) return Math.round(value);
  const decimals = value > 80 ? 2 : value > 20 ? 3 : value > 1 ? 4 : value > 0.0001 ? 5 : 6;
  const factor = powerOfTen(decimals);
  const scaled = value * factor;
  const whole = Math.round(scaled);
  // The value isn't near a tie. `whole` and `factor` are exact, so their quotient is the nearest double to the rounded
  // decimal number.
  if (Math.abs(whole - scaled) < 0.4999) return whole / factor;
  // Ruby rounds an exact tie to the even digit, but toFixed() rounds it up. In an exact tie, the binary fraction of the
  // value has `decimals + 1` digits.
  const isTie = scaled % 1 === 0.5 && (value * 2 ** (decimals + 1)) % 1 === 0;
  return isTie ? (2 * Math.round(scaled / 2)) / factor : Number(value.toFixed(decimals));
}
