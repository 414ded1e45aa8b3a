import { z } from 'zod';
import { CODE, upperCaseCode } from '../../currencies/code.ts';
import { codeSchema } from '../../currencies/currency.ts';
import { isDate } from '../../rates/calendar.ts';
import { elementAt } from '../../rates/element-at.ts';
import { dateOfRates } from '../../validation/snapshot/held-dates.ts';
import { defineSchema } from '../../text/define-schema.ts';
import { isKeyOf } from '../../text/is-key-of.ts';
import { present } from '../../text/present.ts';
import { ApiError, explainOutOfReach } from '../format/error.ts';
import { addresses } from '../format/paths.ts';
import { requestAddress } from '../format/request-address.ts';
import { codesOf, forEachRate, noonOf, type RatesOnBase, type Wanted } from './day-on-base.ts';

/* fixer (data.fixer.io). Source: https://fixer.io/documentation (latest, historical, errors). */

/** `/api/latest`, `/api/{date}` */
export const fixerSchema = /* @__PURE__ */ defineSchema(() =>
  z.strictObject({
    success: z.literal(true),
    timestamp: z.int(),
    historical: z.literal(true).optional(),
    base: codeSchema,
    date: z.iso.date(),
    rates: z.record(codeSchema, z.number().positive()),
  }),
);

export const fixerErrorSchema = /* @__PURE__ */ defineSchema(() =>
  z.strictObject({
    success: z.literal(false),
    error: z.strictObject({ code: z.int(), type: z.string().regex(/^[a-z_]+$/), info: z.string().min(1) }),
  }),
);

/** fixer's errors by name, with fixer's error codes. */
const errors = {
  invalid_api_function: [103, 'Unknown endpoint. Use /api/latest, or /api/YYYY-MM-DD'],
  no_rates_available: [106, 'No rates on that date or base. Use another date or base'],
  invalid_base_currency: [201, 'Unsupported base. See /api/currencies for the currencies with a rate today'],
  invalid_currency_codes: [202, 'Unsupported symbols. See /api/currencies for the currencies with a rate today'],
  invalid_date: [302, 'Invalid date. Use /api/latest, or /api/YYYY-MM-DD'],
} as const;

/** An error with status 200, as in the original. */
const fixerError = (name: keyof typeof errors, info: string = errors[name][1]) => new ApiError(200, info, name);

/** An error in fixer's format. */
export function describeFixer({ status, message, kind = '' }: Pick<ApiError, 'status' | 'message' | 'kind'>) {
  const [code, type] = isKeyOf(errors, kind) ? [errors[kind][0], kind] : [status, 'error'];
  return { success: false, error: { code, type, info: message } };
}

const list = () => `${addresses.currencyList} for the list of currencies`;
const latest = () => '/api/latest for the newest rates';
const history = (query: URLSearchParams) => `${historyFor(query)} for past rates`;

/**
 * The endpoints below `/api` of fixer and its publisher's other APIs that Ratesheet has at another path. For each, a
 * function returns what to use for the same request.
 */
export const elsewhere: ReadonlyMap<string, (query: URLSearchParams) => string> = new Map([
  ['symbols', list],
  ['list', list],
  ['live', latest],
  ['timeseries', history],
  ['timeframe', history],
  ['fluctuation', history],
  ['change', history],
]);

/** Whether the path `/api/{name}` belongs to fixer's format. */
export function isFixerName(name: string): boolean {
  return /^(latest$|[12])/.test(name) || elsewhere.has(name);
}

/** The error for an endpoint in {@link elsewhere}. */
export function missingInFixer(name: string, query: URLSearchParams): ApiError {
  const instead = present(elsewhere.get(name), name);
  return new ApiError(404, `This API has no /api/${name}. Use ${instead(query)}`, 'invalid_api_function');
}

/** The path of the past rates that a request for a time series asks for. */
function historyFor(query: URLSearchParams): string {
  const codes = (...names: string[]) =>
    names.flatMap((name) => codesOf(query.get(name)) ?? []).filter((code) => CODE.test(code));
  const date = (name: string) => [query.get(name)].find(isDate) ?? '';
  const [from = 'EUR'] = codes('base', 'source');
  const to = [...codes('symbols', 'currencies'), 'USD'].find((code) => code !== from) ?? 'EUR';
  const values = { from, to, start: date('start_date'), end: date('end_date') };
  return requestAddress(addresses.pairRange, new Map(Object.entries(values)));
}

/** Parses a request. As in fixer, the last value of a repeated parameter counts, and empty values are ignored. */
export function parseFixer([date]: readonly (string | undefined)[], query: URLSearchParams): Wanted {
  if (date !== undefined && !isDate(date)) throw fixerError('invalid_date');
  const asked = new Map([...query].filter(([, text]) => text !== ''));
  return { base: upperCaseCode(asked.get('base') ?? 'EUR'), codes: codesOf(asked.get('symbols')), date };
}

/**
 * The time of the rates is noon of their day.
 *
 * @param known every currency that had a rate on some day
 * @throws {ApiError} if a currency is unknown, or if there are no rates
 */
export function buildFixer({ base, codes, date: asked }: Wanted, table: RatesOnBase, known: ReadonlySet<string>) {
  if (!known.has(base)) throw fixerError('invalid_base_currency');
  if (codes?.some((code) => !known.has(code))) throw fixerError('invalid_currency_codes');
  const rates: Record<string, number> = {};
  forEachRate(table, (_, code, rate) => (rates[code] = rate));
  const quoted = Object.keys(rates);
  if (quoted.length === 0) {
    throw fixerError('no_rates_available', table.outside && explainOutOfReach(table.outside, 'Use /api/latest'));
  }
  const date = dateOfRates({ date: elementAt(table.dates, 0), held: table.held }, base, quoted);
  const historical = asked === undefined ? {} : { historical: true };
  return { success: true, timestamp: noonOf(date), ...historical, base, date, rates };
}
