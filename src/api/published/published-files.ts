import type { Currency } from '../../currencies/currency.ts';
import { isDate, isInstant } from '../../rates/calendar.ts';
import { type HeldDates, noneHeld } from '../../validation/snapshot/held-dates.ts';
import { SERIES_DAYS } from '../../rates/period.ts';
import type { SyntheticYear, PricedCurrency } from '../../rates/published-currency.ts';
import { type DailyRates, dailyRates, type PastDay } from '../../rates/past-rates.ts';
import { type StaleReason, staleReasons } from '../../validation/snapshot/snapshot.ts';
import { noChanges, type SourceChange, type SourceChanges, FIRST_DAY } from '../../archive/source.ts';
import { FileError } from '../../text/site-problem.ts';
import type { Coverage } from '../../rates/coverage.ts';
import { paths } from '../format/paths.ts';

/*
 * Parsers of the site's own files, for the Pages Function and the pages. They are written by hand, because zod,
 * which checks the schemas elsewhere, is larger than the Pages Function and the pages. They check everything that
 * affects a number.
 */

/** The rates of today, with their dates and currencies. */
export interface PublishedDay {
  readonly asOf: string;
  readonly retrievedAt: string;
  readonly checkedAt: string;
  readonly staleReason: StaleReason | null;
  /** Today's currencies with their rates, by code, in the published order. */
  readonly currencies: ReadonlyMap<string, PricedCurrency>;
  readonly held: HeldDates;
  /** The sources of today's rates. */
  readonly sources: SourceChanges;
}

/** Parses today's rates from `/api/v1/rates` and `/api/currencies`, which must have the same currencies. */
export function parseDay(reference: unknown, list: unknown): PublishedDay {
  const document = objectIn(paths.referenceRates, reference);
  const { rate_as_of, retrieved_at, checked_at, stale_reason, source, sources, held, rates } = document;
  if (!isDate(rate_as_of) || !isInstant(retrieved_at) || !isInstant(checked_at) || !isReasonOrNull(stale_reason)) {
    throw new FileError(paths.referenceRates, 'has no valid dates');
  }
  if (!isObject(rates) || rates['USD'] !== 1) throw new FileError(paths.referenceRates, 'has no rates in USD');
  const { currencies: listed } = objectIn(paths.currencyList, list);
  if (!Array.isArray(listed)) throw new FileError(paths.currencyList, 'has no currencies');
  const currencies = new Map(
    listed.map((currency: unknown): [string, PricedCurrency] => {
      if (!isCurrency(currency)) throw new FileError(paths.currencyList, 'has an invalid currency');
      const perUsd = rates[currency.code];
      if (!isRate(perUsd)) throw new FileError(paths.referenceRates, `has no rate for ${currency.code}`);
      return [currency.code, { ...currency, perUsd }];
    }),
  );
  if (currencies.size !== Object.keys(rates).length) {
    throw new FileError(paths.currencyList, `must list the currencies of ${paths.referenceRates}`);
  }
  return {
    asOf: rate_as_of,
    retrievedAt: retrieved_at,
    checkedAt: checked_at,
    staleReason: stale_reason,
    currencies,
    held: parseHeld(paths.referenceRates, held),
    // If all rates are from one source, the document doesn't have that source's first day. FIRST_DAY fits, because no
    // rate is older.
    sources: parseSources(
      paths.referenceRates,
      sources ?? [{ ...objectIn(paths.referenceRates, source), first: FIRST_DAY }],
    ),
  };
}

/** Parses the dates of held rates. A document of version 0.1 has no `held`. */
function parseHeld(path: string, held: unknown): HeldDates {
  if (held === undefined) return noneHeld;
  const dates = Object.entries(objectIn(path, held));
  if (!dates.every((entry): entry is [string, string] => isDate(entry[1]))) {
    throw new FileError(path, 'has an invalid date in held');
  }
  return new Map(dates);
}

/** Parses a list of sources. A document without a list has only rates of the default source. */
export function parseSources(path: string, sources: unknown): SourceChanges {
  if (sources === undefined) return noChanges;
  if (!Array.isArray(sources)) throw new FileError(path, 'has no sources');
  return sources.map((source: unknown) => {
    const { first, name, url, license } = objectIn(path, source);
    if (!isDate(first) || !areTexts([name, license]) || !isMatch(ADDRESS, url))
      throw new FileError(path, 'has an invalid source');
    return { first, name, url, license } as SourceChange;
  });
}

/** Parses a currency's synthetic rates of a year, and `asOf`, the last day of that year. */
export function parseSyntheticYear(wanted: string, series: unknown): SyntheticYear & { readonly asOf: string } {
  const path = paths.currencySeries(wanted);
  const { code, as_of: asOf, rates } = objectIn(path, series);
  if (!Array.isArray(rates) || rates.length !== SERIES_DAYS + 1 || !rates.every(isRate)) {
    throw new FileError(path, 'isn’t a series of one year');
  }
  if (code !== wanted || !isDate(asOf)) throw new FileError(path, `isn’t the series of ${wanted}`);
  return { code, asOf, yearPerUsd: rates };
}

/** Parses the rates of a past day. Held rates, which only the newest day's file has, are omitted. */
export function parsePastDay(date: string, document: unknown): PastDay {
  const path = paths.datedRates(date);
  const { base, rate_as_of, held, rates } = objectIn(path, document);
  if (base !== 'USD' || rate_as_of !== date || !isObject(rates))
    throw new FileError(path, `isn’t a document of ${date}`);
  const valid = new Map<string, number>();
  for (const code in rates) {
    const rate = rates[code];
    if (!isRate(rate)) throw new FileError(path, 'has an invalid rate');
    valid.set(code, rate);
  }
  for (const code of parseHeld(path, held).keys()) valid.delete(code);
  return { date, rates: valid };
}

/** Parses a currency's past rates of a year. */
export function parseCurrencyYear(code: string, year: string, document: unknown): DailyRates {
  const path = paths.currencyYear(code, year);
  const { code: of, year: inYear, dates, rates } = objectIn(path, document);
  if (of !== code || inYear !== year) throw new FileError(path, `isn’t a document of ${code} in ${year}`);
  const isWhole = Array.isArray(dates) && Array.isArray(rates) && dates.length === rates.length && rates.every(isRate);
  const daily = isWhole ? dailyRates(year, { dates: dates as string[], rates }) : undefined;
  if (!daily) throw new FileError(path, 'has invalid dates or rates');
  return daily;
}

/** The days and the currencies of past rates. */
export interface PublishedReach extends Coverage {
  readonly codes: ReadonlySet<string>;
  readonly sources: SourceChanges;
}

/** Parses the first and the last day of past rates, and their currencies. */
export function parseReach(index: unknown): PublishedReach {
  const { first, last, codes, sources } = objectIn(paths.archive, index);
  if (!isDate(first) || !isDate(last)) throw new FileError(paths.archive, 'has no first or last day');
  if (!areTexts(codes)) throw new FileError(paths.archive, 'has no currencies');
  return { first, last, codes: new Set(codes), sources: parseSources(paths.archive, sources) };
}

/** The files of past rates. A listed file that is missing is an error. Other files are never read. */
export interface PastFiles extends PublishedReach {
  /** Days between the first and the last that the source never published. They have no file. */
  readonly gaps: ReadonlySet<string>;
  /** Days between the first and the last that were never fetched. They have no file either. */
  readonly missing: ReadonlySet<string>;
  /** Currencies that have a file for a year, by year. */
  readonly codesOfYears: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Parses the list of files of past rates.
 *
 * @param asOf date of today's rates, which must also be the last day of the past rates
 */
export function parsePastFiles(document: unknown, asOf: string): PastFiles {
  const path = paths.pastFiles;
  const { first, last, gaps, missing, years, sources } = objectIn(path, document);
  if (!isDate(first) || last !== asOf) throw new FileError(path, `has no days up to ${asOf}`);
  if (!areTexts(gaps) || !areTexts(missing)) throw new FileError(path, 'has no gaps or no missing days');
  const codesOfYears = new Map(
    Object.entries(objectIn(path, years)).map(([year, codes]) => {
      if (!areTexts(codes)) throw new FileError(path, `has no currencies of ${year}`);
      return [year, new Set(codes)];
    }),
  );
  const codes = new Set(Array.from(codesOfYears.values(), (ofYear) => [...ofYear]).flat());
  const named = parseSources(path, sources);
  return { first, last: asOf, codes, gaps: new Set(gaps), missing: new Set(missing), codesOfYears, sources: named };
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function objectIn(path: string, value: unknown): JsonObject {
  if (!isObject(value)) throw new FileError(path, 'isn’t a JSON object');
  return value;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCurrency(value: unknown): value is Currency {
  return isObject(value) && areTexts([value['code'], value['name'], value['symbol']]);
}

export function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

/** A URL. The length is limited, so that a page can show the whole URL. */
export const ADDRESS = /^https?:\/\/[!-~]{1,500}$/;

export function isMatch(form: RegExp, value: unknown): value is string {
  return typeof value === 'string' && form.test(value);
}

function isReasonOrNull(value: unknown): value is StaleReason | null {
  return value === null || staleReasons.some((reason) => reason === value);
}

/** Whether a value is a positive, finite number. `JSON.parse` returns infinity for `1e999`. */
export function isRate(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value < Infinity;
}
