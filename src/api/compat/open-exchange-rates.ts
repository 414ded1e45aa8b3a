import { z } from 'zod';
import { upperCaseCode } from '../../currencies/code.ts';
import { codeSchema, type Currency } from '../../currencies/currency.ts';
import { defineSchema } from '../../text/define-schema.ts';
import { isDate } from '../../rates/calendar.ts';
import { elementAt } from '../../rates/element-at.ts';
import { dateOfRates } from '../../validation/snapshot/held-dates.ts';
import { type SourceChanges, sourceOn } from '../../archive/source.ts';
import { isKeyOf } from '../../text/is-key-of.ts';
import { ApiError, NOT_FOUND } from '../format/error.ts';
import { codesOf, forEachRate, namesOf, noonOf, type RatesOnBase, type Wanted } from './day-on-base.ts';
import { termsOf } from './terms.ts';

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

/** Descriptions of errors by name. */
const descriptions = {
  empty_symbols: 'Empty symbols. Use codes such as symbols=EUR,GBP, or omit symbols for all currencies',
  invalid_base: 'Unsupported base. See /oxr/currencies.json for the currencies',
  not_allowed: 'Unsupported parameter. Remove callback, only_alternative, show_bid_ask and show_inactive',
  not_available: 'No rates on that date or base. Use another date or base',
  not_found: 'Unknown path. Use /oxr/latest.json, /oxr/historical/YYYY-MM-DD.json or /oxr/currencies.json',
};

export const openExchangeRatesError = (
  status: ApiError['status'],
  name: keyof typeof descriptions,
  description: string = descriptions[name],
) => new ApiError(status, description, name);

/** An error in the original's format. */
export function describeOpenExchangeRates({ status, message, kind }: Pick<ApiError, 'status' | 'message' | 'kind'>) {
  const description = kind === NOT_FOUND ? descriptions.not_found : message;
  return { error: true, status, message: isKeyOf(descriptions, kind) ? kind : 'error', description };
}

export interface OpenExchangeRatesQuery extends Wanted {
  /** Whether the response includes all crypto assets. Bitcoin is always included. */
  readonly alternative: boolean;
  /** Spaces for each level of indentation. */
  readonly indent: number;
}

/** @throws {ApiError} if a parameter is invalid, or if an unsupported parameter would change the response */
export function parseOpenExchangeRates(
  [date]: readonly (string | undefined)[],
  query: URLSearchParams,
): OpenExchangeRatesQuery {
  const says = (name: string, unsaid = '0') => !/^(0|false)$/.test(query.get(name) ?? unsaid);
  if (['callback', 'only_alternative', 'show_bid_ask', 'show_inactive'].some((name) => says(name))) {
    throw openExchangeRatesError(403, 'not_allowed');
  }
  if (query.get('symbols')?.trim() === '') throw openExchangeRatesError(400, 'empty_symbols');
  if (date !== undefined && !isDate(date)) throw openExchangeRatesError(400, 'not_available');
  return {
    base: upperCaseCode(query.get('base') ?? 'USD'),
    codes: codesOf(query.get('symbols')),
    date,
    alternative: says('show_alternative'),
    indent: says('prettyprint', '1') ? 2 : 0,
  };
}

/**
 * The time of the rates is noon of their day.
 *
 * @param typeOf returns a currency's type. Crypto assets are included only on request, except Bitcoin
 */
export function buildOpenExchangeRates(
  { base, alternative }: OpenExchangeRatesQuery,
  table: RatesOnBase,
  typeOf: (code: string) => Currency['type'] | undefined,
  sources: SourceChanges,
) {
  const rates: Record<string, number> = {};
  forEachRate(table, (_, code, rate) => {
    if (alternative || isUsual({ code, type: typeOf(code) })) rates[code] = rate;
  });
  const day = elementAt(table.dates, 0);
  const date = dateOfRates({ date: day, held: table.held }, base, Object.keys(rates));
  return { ...termsOf(sourceOn(sources, day)), timestamp: noonOf(date), base, rates };
}

/** The names of today's currencies. As in `/oxr/latest.json`, Bitcoin is the only crypto asset by default. */
export function buildOpenExchangeNames(
  { alternative }: OpenExchangeRatesQuery,
  currencies: Iterable<{ readonly code: string; readonly name: string; readonly type: Currency['type'] }>,
) {
  return namesOf([...currencies].filter((currency) => alternative || isUsual(currency)));
}

function isUsual({ code, type }: { readonly code: string; readonly type: Currency['type'] | undefined }): boolean {
  return code === 'BTC' || type !== 'crypto';
}
