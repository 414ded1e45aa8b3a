import { z } from 'zod';
import { codeOf } from '../../currencies/code.ts';
import { codeSchema } from '../../currencies/currency.ts';
import { defineSchema } from '../../currencies/define-schema.ts';
import { parseAmount } from '../../rates/amount.ts';
import { round } from '../../rates/round.ts';
import { ApiError } from '../error.ts';
import { codesOf, type DayOnBase, type Wanted } from './day-on-base.ts';

/*
 * Frankfurter v1. Source: https://api.frankfurter.dev/v1/openapi.json, and lib/versions/v1.rb with lib/versions/v1/ in
 * https://github.com/lineofflight/frankfurter at 60541ad.
 */

/** Units per `amount` of the base, without the base itself. */
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

/** `/v1/currencies`, and that of Open Exchange Rates */
export const namesSchema = /* @__PURE__ */ defineSchema(() => z.record(codeSchema, z.string().min(1)));

export const frankfurterErrorSchema = /* @__PURE__ */ defineSchema(() =>
  z.strictObject({ message: z.string().min(1) }),
);

/** An error in this layout. */
export function describeV1({ status, message }: Pick<ApiError, 'status' | 'message'>) {
  return { message: status === 404 ? NOT_FOUND : message };
}

export const NOT_FOUND = 'not found';

/** The parameters of a day, and of a range. */
export interface V1Query extends Wanted {
  readonly amount: number;
}

/** @throws {ApiError} */
export function parseV1(query: URLSearchParams): V1Query {
  refuseOthers(query, /^(amount|base|from|symbols|to)$/);
  const amount = parseAmount(query.get('amount') ?? '1');
  if (!amount) throw invalidAmount();
  return {
    amount,
    base: codeOf(query.get('from') ?? query.get('base') ?? 'EUR'),
    codes: codesOf(query.get('to') ?? query.get('symbols')),
  };
}

/**
 * Refuses what we do not have, rather than to answer as if it had not been asked for.
 *
 * @throws {ApiError}
 */
export function refuseOthers(query: URLSearchParams, known: RegExp): void {
  for (const name of query.keys()) if (!known.test(name)) throw unprocessable(`unknown parameter: ${name}`);
}

/** What this API says of a request that makes no sense. */
export const unprocessable = (message: string) => new ApiError(422, message);

const invalidAmount = () => unprocessable('invalid amount');

/** @throws {ApiError} where no other currency than the base has a rate */
export function buildV1Day({ amount, base }: V1Query, days: readonly DayOnBase[]) {
  const [[date, rates]] = amountsByDate(amount, base, days);
  return { amount, base, date, rates };
}

/** @throws {ApiError} where no other currency than the base has a rate */
export function buildV1Range({ amount, base }: V1Query, days: readonly DayOnBase[]) {
  const byDate = amountsByDate(amount, base, days);
  const [start_date, end_date] = [byDate[0][0], byDate.at(-1)?.[0]];
  return { amount, base, start_date, end_date, rates: Object.fromEntries(byDate) };
}

type Amounts = readonly [date: string, amounts: Record<string, number>];

function amountsByDate(amount: number, base: string, days: readonly DayOnBase[]): [Amounts, ...Amounts[]] {
  const [first, ...others] = days.flatMap(({ date, rates }): Amounts[] => {
    const converted = rates.flatMap(([code, rate]): [string, number][] => {
      if (amount * rate === Infinity) throw invalidAmount();
      return code === base ? [] : [[code, round(amount * rate)]];
    });
    return converted.length > 0 ? [[date, Object.fromEntries(converted)]] : [];
  });
  if (!first) throw new ApiError(404, NOT_FOUND);
  return [first, ...others];
}
