import { z } from 'zod';
import { codeOf } from '../../currencies/code.ts';
import { codeSchema } from '../../currencies/currency.ts';
import { defineSchema } from '../../text/define-schema.ts';
import { parseAmount } from '../../rates/amount.ts';
import { isDate } from '../../rates/calendar.ts';
import { dateOfRates } from '../../snapshot/held-dates.ts';
import { round } from '../../rates/round.ts';
import { ApiError, notFound } from '../format/error.ts';
import { codesOf, forEachRate, type RatesOnBase, type Wanted } from './day-on-base.ts';

/*
 * Frankfurter v1. Source: https://api.frankfurter.dev/v1/openapi.json, and lib/versions/v1.rb with lib/versions/v1/ in
 * https://github.com/lineofflight/frankfurter at 60541ad.
 */

/** Units per `amount` of the base. The base itself isn't listed. */
const ratesSchema = /* @__PURE__ */ defineSchema(() => z.record(codeSchema, z.number().nonnegative()));

/** `/v1/latest`, `/v1/{date}` */
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
export type V1Query = Wanted & { readonly amount: number };

/** @param names the date, `..` if it begins a range, and the range's last day; all are undefined for today */
export function parseV1([date, dots, end]: readonly (string | undefined)[], query: URLSearchParams): V1Query {
  refuseOthers(query, /^(amount|base|from|symbols|to)$/);
  assertDates(date, end);
  const amount = parseAmount(query.get('amount') ?? '1');
  if (!amount) throw invalidAmount();
  return {
    amount,
    base: codeOf(query.get('from') ?? query.get('base') ?? 'EUR'),
    codes: codesOf(query.get('to') ?? query.get('symbols')),
    date,
    range: date && dots ? { start: date, end, step: 'day' } : undefined,
  };
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
 * Rates of a day or a range, without the base.
 *
 * @throws {ApiError} 404 without rates
 */
export function buildV1({ amount, base, range }: V1Query, table: RatesOnBase) {
  const rates: Record<string, Record<string, number>> = {};
  forEachRate(table, (date, code, rate) => {
    if (code === base) return;
    if (amount * rate === Infinity) throw invalidAmount();
    (rates[date] ??= {})[code] = round(amount * rate);
  });
  const dates = Object.keys(rates);
  const [date] = dates;
  if (date === undefined) throw notFound();
  if (range) return { amount, base, start_date: date, end_date: dates.at(-1), rates };
  const ofDay = rates[date] ?? {};
  return { amount, base, date: dateOfRates({ date, held: table.held }, base, Object.keys(ofDay)), rates: ofDay };
}
