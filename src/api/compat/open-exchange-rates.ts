import { z } from 'zod';
import { codeOf } from '../../currencies/code.ts';
import { codeSchema } from '../../currencies/currency.ts';
import { defineSchema } from '../../text/define-schema.ts';
import { dayNumber, isDate } from '../../rates/calendar.ts';
import { elementAt } from '../../rates/element-at.ts';
import { dateOfRates } from '../../snapshot/held-dates.ts';
import { ApiError } from '../format/error.ts';
import { codesOf, forEachRate, type RatesOnBase, type Wanted } from './day-on-base.ts';
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

/** The names of errors, and what they mean. */
const descriptions: Readonly<Record<string, string>> = {
  invalid_base: 'No such base: /oxr/currencies.json lists the currencies',
  not_allowed: 'Not here: callback, only_alternative, show_bid_ask, show_inactive',
  not_available: 'No rates of that date, or of that base then',
  not_found: 'No such address',
};

/** An error in this layout: its message is one of the names, or else what the service says. */
export function describeOpenExchangeRates({ status, message }: Pick<ApiError, 'status' | 'message'>) {
  const name = status === 404 ? 'not_found' : message;
  const description = descriptions[name];
  return { error: true, status, message: description ? name : 'error', description: description ?? message };
}

export interface OpenExchangeRatesQuery extends Wanted {
  /** Whether crypto assets are given as well. */
  readonly alternative: boolean;
  /** Blanks before each level of the answer. */
  readonly indent: number;
}

/** @throws {ApiError} for what would change the answer, and we do not have */
export function parseOpenExchangeRates(
  [date]: readonly (string | undefined)[],
  query: URLSearchParams,
): OpenExchangeRatesQuery {
  const says = (name: string, unsaid = '0') => !/^(0|false)$/.test(query.get(name) ?? unsaid);
  if (['callback', 'only_alternative', 'show_bid_ask', 'show_inactive'].some((name) => says(name))) {
    throw new ApiError(403, 'not_allowed');
  }
  if (date !== undefined && !isDate(date)) throw new ApiError(400, 'not_available');
  return {
    base: codeOf(query.get('base') ?? 'USD'),
    codes: codesOf(query.get('symbols')),
    date,
    alternative: says('show_alternative'),
    indent: says('prettyprint', '1') ? 2 : 0,
  };
}

/**
 * The time of the rates is the beginning of their day: they are of the day, and say no hour.
 *
 * @param isCrypto tells what is given only where it is asked for; Bitcoin always is
 */
export function buildOpenExchangeRates(
  { base, alternative }: OpenExchangeRatesQuery,
  table: RatesOnBase,
  isCrypto: (code: string) => boolean,
) {
  const rates: Record<string, number> = {};
  forEachRate(table, (_, code, rate) => {
    if (alternative || code === 'BTC' || !isCrypto(code)) rates[code] = rate;
  });
  const date = dateOfRates({ date: elementAt(table.dates, 0), held: table.held }, base, Object.keys(rates));
  return { ...terms, timestamp: dayNumber(date) * 86_400, base, rates };
}
