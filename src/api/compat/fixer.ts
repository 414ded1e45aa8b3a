import { z } from 'zod';
import { codeOf } from '../../currencies/code.ts';
import { codeSchema } from '../../currencies/currency.ts';
import { isDate } from '../../rates/calendar.ts';
import { elementAt } from '../../rates/element-at.ts';
import { dateOfRates } from '../../snapshot/held-dates.ts';
import { defineSchema } from '../../text/define-schema.ts';
import { ApiError } from '../format/error.ts';
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
const errors: Readonly<Record<string, readonly [code: number, info: string]>> = {
  no_rates_available: [106, 'No rates on that date or base. Use another date or base'],
  invalid_base_currency: [201, 'Unsupported base. See /api/currencies for the currencies with a rate today'],
  invalid_currency_codes: [202, 'Unsupported symbols. See /api/currencies for the currencies with a rate today'],
  invalid_date: [302, 'Invalid date. Use /api/latest, or /api/YYYY-MM-DD'],
};

/** An error with status 200, as in the original. */
const fixerError = (name: keyof typeof errors) => new ApiError(200, name);

/** An error in fixer's format. If the message isn't a name in `errors`, the response has the message as `info`. */
export function describeFixer({ status, message }: Pick<ApiError, 'status' | 'message'>) {
  const [code, info] = errors[message] ?? [status, message];
  return { success: false, error: { code, type: errors[message] ? message : 'error', info } };
}

/** Parses a request. As in fixer, the last value of a repeated parameter counts, and empty values are ignored. */
export function parseFixer([date]: readonly (string | undefined)[], query: URLSearchParams): Wanted {
  if (date !== undefined && !isDate(date)) throw fixerError('invalid_date');
  const asked = new Map([...query].filter(([, text]) => text !== ''));
  return { base: codeOf(asked.get('base') ?? 'EUR'), codes: codesOf(asked.get('symbols')), date };
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
  if (quoted.length === 0) throw fixerError('no_rates_available');
  const date = dateOfRates({ date: elementAt(table.dates, 0), held: table.held }, base, quoted);
  const historical = asked === undefined ? {} : { historical: true };
  return { success: true, timestamp: noonOf(date), ...historical, base, date, rates };
}
