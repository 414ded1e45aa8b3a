import { z } from 'zod';
import { codeOf } from '../../currencies/code.ts';
import { codeSchema } from '../../currencies/currency.ts';
import { defineSchema } from '../../currencies/define-schema.ts';
import { dayNumber } from '../../rates/calendar.ts';
import { ApiError } from '../error.ts';
import { codesOf, type DayOnBase, type Wanted } from './day-on-base.ts';
import { terms } from './terms.ts';

/* Open Exchange Rates. Source: https://docs.openexchangerates.org/reference/ (latest-json, historical-json, errors…). */

/** `/oxr/latest.json`, `/oxr/historical/{date}.json` */
export const openExchangeRatesSchema = /* @__PURE__ */ defineSchema(() =>
  z.strictObject({
    disclaimer: z.string().min(1),
    license: z.string().min(1),
    timestamp: z.int(),
    base: codeSchema,
    rates: z.record(codeSchema, z.number().positive()),
  }),
);

export const openExchangeRatesErrorSchema = /* @__PURE__ */ defineSchema(() =>
  z.strictObject({
    error: z.literal(true),
    status: z.int(),
    message: z.string().regex(/^[a-z_]+$/),
    description: z.string().min(1),
  }),
);

const codes = { 400: 'not_available', 403: 'not_allowed', 404: 'not_found' };

/** An error in this layout. What it is called follows from its status, but for that of a base. */
export function describeOpenExchangeRates(error: Pick<ApiError, 'status' | 'message'>) {
  const { status } = error;
  const message =
    error instanceof InvalidBase ? 'invalid_base' : ((codes as Record<number, string>)[status] ?? 'error');
  return { error: true, status, message, description: status === 404 ? 'No such address' : error.message };
}

class InvalidBase extends ApiError {}

export const invalidBase = () => new InvalidBase(400, 'No such base: /oxr/currencies.json lists the currencies');

export const notAvailable = () => new ApiError(400, 'No rates of that date, or of that base then');

/** The parameters of the rates of a day. */
export interface OpenExchangeRatesQuery extends Wanted {
  /** Whether crypto assets are given as well. */
  readonly alternative: boolean;
  readonly pretty: boolean;
}

/** @throws {ApiError} for what would change the answer, and we do not have */
export function parseOpenExchangeRates(query: URLSearchParams): OpenExchangeRatesQuery {
  const says = (name: string, fallback: boolean) => !/^(0|false)$/.test(query.get(name) ?? (fallback ? '' : '0'));
  for (const name of ['callback', 'only_alternative', 'show_bid_ask', 'show_inactive']) {
    if (says(name, false)) throw new ApiError(403, `There is no ${name} here`);
  }
  return {
    base: codeOf(query.get('base') ?? 'USD'),
    codes: codesOf(query.get('symbols')),
    alternative: says('show_alternative', false),
    pretty: says('prettyprint', true),
  };
}

/**
 * The time of the rates is the beginning of their day: they are of the day, and say no hour.
 *
 * @param isCrypto tells what is given only where it is asked for; Bitcoin always is
 */
export function buildOpenExchangeRates(
  { base, alternative }: OpenExchangeRatesQuery,
  { date, rates }: DayOnBase,
  isCrypto: (code: string) => boolean,
) {
  return {
    ...terms,
    timestamp: dayNumber(date) * 86_400,
    base,
    rates: Object.fromEntries(rates.filter(([code]) => alternative || code === 'BTC' || !isCrypto(code))),
  };
}
