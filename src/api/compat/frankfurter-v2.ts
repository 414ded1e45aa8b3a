import { z } from 'zod';
import { upperCaseCode } from '../../currencies/code.ts';
import { codeSchema } from '../../currencies/currency.ts';
import { defineSchema } from '../../text/define-schema.ts';
import { dateOfRates, type DayRates } from '../../validation/snapshot/held-dates.ts';
import type { PastDay } from '../../rates/past-rates.ts';
import { type ApiError, NOT_FOUND } from '../format/error.ts';
import type { CurrencyFactsList } from '../documents/currency-facts.ts';
import { FileError } from '../../text/site-problem.ts';
import { areTexts, isObject } from '../published/published-files.ts';
import { codesOf, forEachRate, noRates, printRate, type RatesOnBase, type Wanted } from './day-on-base.ts';
import { assertDates, refuseOthers, unprocessable } from './frankfurter-v1.ts';

/*
 * Frankfurter v2. Source: https://api.frankfurter.dev/v2/openapi.json, and lib/versions/v2.rb with
 * lib/versions/v2/rate_query.rb in https://github.com/lineofflight/frankfurter at 60541ad.
 */

/** `/v2/rate/{base}/{quote}` */
export const frankfurterRateSchema = /* @__PURE__ */ defineSchema(() =>
  z.strictObject({ date: z.iso.date(), base: codeSchema, quote: codeSchema, rate: z.number().positive() }),
);

type FrankfurterRate = z.infer<typeof frankfurterRateSchema>;

/** `/v2/rates` */
export const frankfurterRatesSchema = /* @__PURE__ */ defineSchema(() => z.array(frankfurterRateSchema));

/** Path of the list of currencies, which includes currencies without a rate today. */
export const FRANKFURTER_CURRENCIES = 'v2/currencies.json';

/** `/v2/currencies` */
export const frankfurterCurrenciesSchema = /* @__PURE__ */ defineSchema(() =>
  z.array(
    z.strictObject({
      iso_code: codeSchema,
      iso_numeric: z.string().nullable(),
      name: z.string().min(1),
      symbol: z.string().min(1),
      start_date: z.iso.date().nullable(),
      end_date: z.iso.date().nullable(),
    }),
  ),
);

/** `/v2/currency/{code}` */
export const frankfurterCurrencySchema = /* @__PURE__ */ defineSchema(() =>
  frankfurterCurrenciesSchema.element.extend({ providers: z.array(z.string()) }),
);

export type FrankfurterCurrencies = z.infer<typeof frankfurterCurrenciesSchema>;

export const frankfurterV2ErrorSchema = /* @__PURE__ */ defineSchema(() =>
  z.strictObject({ status: z.int(), message: z.string().min(1) }),
);

export function describeV2({ status, message, kind }: Pick<ApiError, 'status' | 'message' | 'kind'>) {
  return { status, message: kind === NOT_FOUND ? 'not found' : message };
}

/** The intervals that a range can be grouped by. */
export const frankfurterGroups = ['week', 'month'] as const;

/** Parses a request for `/v2/rates`. As in the original, the last value of a repeated parameter counts. */
export function parseV2Rates(_: unknown, query: URLSearchParams): Wanted {
  refuseOthers(query, /^(base|date|from|group|quotes|to)$/);
  const asked = new Map(query);
  const [date, start, end] = ['date', 'from', 'to'].map((name) => dateIn(asked.get(name)));
  if (date && (start ?? end)) throw unprocessable('conflicting params');
  const groupBy = asked.get('group')?.toLowerCase();
  const group = frankfurterGroups.find((known) => known === groupBy);
  if (groupBy !== undefined && !group) throw unprocessable('invalid group');
  // Without this check, a request with an end but no start would return today's rates.
  if (end && !start) throw unprocessable('missing from');
  return {
    base: upperCaseCode(asked.get('base') ?? 'EUR'),
    codes: codesOf(asked.get('quotes')),
    date,
    range: start ? { start, end, group } : undefined,
  };
}

/** The date in an ISO 8601 date or time, such as `2026-09-03T00:00:00Z`. As in the original, the time is ignored. */
function dateIn(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const date = text.replace(/^(\d{4})-?(\d\d)-?(\d\d)(?:T[\d:.,Z +-]*)?$/, '$1-$2-$3');
  assertDates(date);
  return date;
}

/** Parses a request for `/v2/rate/{base}/{quote}`. */
export function parseV2Rate([base = '', quote = '']: readonly string[], query: URLSearchParams): Wanted {
  refuseOthers(query, /^date$/);
  return { ...parseV2Rates(undefined, query), base: upperCaseCode(base), codes: [upperCaseCode(quote)] };
}

/** @throws {ApiError} if a currency never had a rate */
export function assertCodes({ base, codes = [] }: Wanted, known: ReadonlySet<string>): void {
  const unknown = [base, ...codes].filter((code) => !known.has(code));
  if (unknown.length > 0) throw unprocessable(`invalid currency: ${unknown.join(',')}`);
}

/**
 * One row for each rate. If a rate of the pair is held, the row has the older date of its two currencies. In a range,
 * rows are sorted by day, then by currency. For a single day, rows are sorted only by currency, although their dates
 * may differ.
 *
 * @throws {ApiError} with status 404 if the request asks for rates of the future, or for newer rates than there are
 */
export function buildV2Rates(wanted: Wanted, table: RatesOnBase): FrankfurterRate[] {
  const { base, range } = wanted;
  const { held, outside } = table;
  if (outside && outside.is !== 'early') throw noV2Rates(wanted, table);
  const newest = table.dates.at(-1);
  const rows: FrankfurterRate[] = [];
  forEachRate(table, (date, quote, rate) => {
    const ofPair = held.size > 0 && date === newest ? dateOfRates({ date, held }, base, [quote]) : date;
    rows.push({ date: ofPair, base, quote, rate });
  });
  return range ? rows : rows.sort((one, other) => (one.quote < other.quote ? -1 : 1));
}

export const noV2Rates = ({ range }: Wanted, table: RatesOnBase) =>
  noRates(table, range ? 'Omit from and to' : 'Omit date');

/** A row as the original prints it. */
export function printV2Rate({ date, base, quote, rate }: FrankfurterRate): string {
  return `{"date":"${date}","base":"${base}","quote":"${quote}","rate":${printRate(rate)}}`;
}

/** All currencies that have a rate on at least one day, each with its first and last day. */
export function buildV2Currencies(
  { currencies }: CurrencyFactsList,
  validDays: readonly PastDay[],
  today: DayRates,
): FrankfurterCurrencies {
  const lastDays = new Map<string, string>();
  for (const { date, rates } of validDays) for (const code of rates.keys()) lastDays.set(code, date);
  return currencies
    .filter(({ code, first_day }) => first_day !== null || today.rates.has(code))
    .map(({ code, numeric, name, symbol, first_day }) => ({
      iso_code: code,
      iso_numeric: numeric,
      name,
      symbol,
      start_date: first_day,
      end_date: today.rates.has(code) ? dateOfRates(today, code) : (lastDays.get(code) ?? null),
    }))
    .sort((one, other) => (one.iso_code < other.iso_code ? -1 : 1));
}

/** Parses the file with the list of currencies. The list must have at least today's currencies. */
export function parseV2Currencies(list: unknown, today: Iterable<string>): FrankfurterCurrencies {
  if (!Array.isArray(list) || !list.every(isRow))
    throw new FileError(FRANKFURTER_CURRENCIES, 'has no valid list of currencies');
  const listed = new Set(list.map(({ iso_code }) => iso_code));
  for (const code of today)
    if (!listed.has(code)) throw new FileError(FRANKFURTER_CURRENCIES, `lacks ${code}, which has a rate today`);
  return list;
}

function isRow(value: unknown): value is FrankfurterCurrencies[number] {
  if (!isObject(value)) return false;
  const { iso_code, iso_numeric, name, symbol, start_date, end_date } = value;
  const others = [iso_numeric, start_date, end_date].filter((field) => field !== null);
  return areTexts([iso_code, name, symbol, ...others]);
}
