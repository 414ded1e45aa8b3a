import type { Currency } from '../../currencies/currency.ts';
import { isDate } from '../../rates/calendar.ts';
import { type HeldDates, noneHeld } from '../../snapshot/held-dates.ts';
import { SERIES_DAYS } from '../../rates/period.ts';
import type { CurrencyYear, PricedCurrency } from '../../snapshot/published-currency.ts';
import { type DailyRates, dailyRates, type PastDay } from '../../rates/past-rates.ts';
import { type StaleReason, staleReasons } from '../../snapshot/snapshot.ts';
import { FileError } from '../../text/site-problem.ts';
import type { Reach } from '../format/error.ts';
import { paths } from '../format/paths.ts';

/*
 * How the Function and the page read the site's own files: by hand, for the library that the schemas are made with is
 * larger than both. What is checked is what a number depends on.
 */

/** What the site's files say of the day. */
export interface PublishedDay {
  readonly asOf: string;
  readonly retrievedAt: string;
  readonly checkedAt: string;
  readonly staleReason: StaleReason | null;
  /** By code, in the published order. */
  readonly currencies: ReadonlyMap<string, PricedCurrency>;
  readonly held: HeldDates;
}

/**
 * Reads a day from its two files, which must belong together: each currency that is listed has a rate, and no other one
 * has.
 */
export function parseDay(reference: unknown, list: unknown): PublishedDay {
  const { rate_as_of, retrieved_at, checked_at, stale_reason, held, rates } = objectIn(paths.referenceRates, reference);
  if (!isDate(rate_as_of) || !isInstant(retrieved_at) || !isInstant(checked_at) || !isReasonOrNull(stale_reason)) {
    throw new FileError(paths.referenceRates, 'no day');
  }
  if (!isObject(rates) || rates['USD'] !== 1) throw new FileError(paths.referenceRates, 'no rates of a day');
  const { currencies: listed } = objectIn(paths.currencyList, list);
  if (!Array.isArray(listed)) throw new FileError(paths.currencyList, 'no currencies');
  const currencies = new Map(
    listed.map((currency: unknown): [string, PricedCurrency] => {
      if (!isCurrency(currency)) throw new FileError(paths.currencyList, 'not a list of currencies');
      const perUsd = rates[currency.code];
      if (!isRate(perUsd)) throw new FileError(paths.referenceRates, `no rate of ${currency.code}`);
      return [currency.code, { ...currency, perUsd }];
    }),
  );
  if (currencies.size !== Object.keys(rates).length) {
    throw new FileError(paths.currencyList, `lists other currencies than ${paths.referenceRates}`);
  }
  return {
    asOf: rate_as_of,
    retrievedAt: retrieved_at,
    checkedAt: checked_at,
    staleReason: stale_reason,
    currencies,
    held: parseHeld(paths.referenceRates, held),
  };
}

/** Version 0.1 published no such dates. */
function parseHeld(path: string, held: unknown): HeldDates {
  if (held === undefined) return noneHeld;
  const dates = Object.entries(objectIn(path, held));
  if (!dates.every((entry): entry is [string, string] => isDate(entry[1]))) {
    throw new FileError(path, 'no day');
  }
  return new Map(dates);
}

/** Reads a currency's year, and the day that it ends on. */
export function parseSyntheticYear(wanted: string, series: unknown): CurrencyYear & { readonly asOf: string } {
  const path = paths.currencySeries(wanted);
  const { code, as_of: asOf, rates } = objectIn(path, series);
  if (!Array.isArray(rates) || rates.length !== SERIES_DAYS + 1 || !rates.every(isRate)) {
    throw new FileError(path, 'no series of a year');
  }
  if (code !== wanted || !isDate(asOf)) throw new FileError(path, `not the series of ${wanted}`);
  return { code, asOf, yearPerUsd: rates };
}

/** Reads the rates of a past day. The newest day's file has held rates too: these are rates of earlier days. */
export function parsePastDay(date: string, document: unknown): PastDay {
  const path = paths.datedRates(date);
  const { base, rate_as_of, held, rates } = objectIn(path, document);
  if (base !== 'USD' || rate_as_of !== date || !isObject(rates)) throw new FileError(path, 'not that day');
  const valid = new Map<string, number>();
  for (const code in rates) {
    const rate = rates[code];
    if (!isRate(rate)) throw new FileError(path, 'no rates of a day');
    valid.set(code, rate);
  }
  for (const code of parseHeld(path, held).keys()) valid.delete(code);
  return { date, rates: valid };
}

/** Reads a currency's past rates of a year. */
export function parseCurrencyYear(code: string, year: string, document: unknown): DailyRates {
  const path = paths.currencyYear(code, year);
  const { code: of, year: inYear, dates, rates } = objectIn(path, document);
  if (of !== code || inYear !== year) throw new FileError(path, 'not that year');
  const isWhole = Array.isArray(dates) && Array.isArray(rates) && dates.length === rates.length && rates.every(isRate);
  const daily = isWhole ? dailyRates(year, { dates: dates as string[], rates }) : undefined;
  if (!daily) throw new FileError(path, 'no rates of a year');
  return daily;
}

/** Of what there are past rates. */
export interface PublishedReach extends Reach {
  readonly codes: ReadonlySet<string>;
}

/** Reads from what day to what day there are rates, and of which currencies. */
export function parseReach(index: unknown): PublishedReach {
  const { first, last, codes } = objectIn(paths.archive, index);
  if (!isDate(first) || !isDate(last)) throw new FileError(paths.archive, 'no days');
  if (!areTexts(codes)) throw new FileError(paths.archive, 'no currencies');
  return { first, last, codes: new Set(codes) };
}

/** Which files of past rates there are. One that must be there and isn't is broken; no other is asked for. */
export interface PastFiles extends PublishedReach {
  /** The days from the first to the last that have no file. */
  readonly missing: ReadonlySet<string>;
  /** The currencies that have a file of a year, by year. */
  readonly codesOfYears: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Reads which files of past rates there are.
 *
 * @param asOf the day of the rates, which the archive must end on
 */
export function parsePastFiles(document: unknown, asOf: string): PastFiles {
  const path = paths.pastFiles;
  const { first, last, missing, years } = objectIn(path, document);
  if (!isDate(first) || last !== asOf) throw new FileError(path, `no days up to ${asOf}`);
  if (!areTexts(missing)) throw new FileError(path, 'no missing days');
  const codesOfYears = new Map(
    Object.entries(objectIn(path, years)).map(([year, codes]) => {
      if (!areTexts(codes)) throw new FileError(path, `no currencies of ${year}`);
      return [year, new Set(codes)];
    }),
  );
  const codes = new Set(Array.from(codesOfYears.values(), (ofYear) => [...ofYear]).flat());
  return { first, last: asOf, codes, missing: new Set(missing), codesOfYears };
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function objectIn(path: string, value: unknown): JsonObject {
  if (!isObject(value)) throw new FileError(path, 'not a JSON object');
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

export function isInstant(value: unknown): value is string {
  return isMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, value) && !Number.isNaN(Date.parse(value));
}

export function isMatch(form: RegExp, value: unknown): value is string {
  return typeof value === 'string' && form.test(value);
}

function isReasonOrNull(value: unknown): value is StaleReason | null {
  return value === null || staleReasons.some((reason) => reason === value);
}

/** JSON can write a number that is too large for one: `1e999` is read as infinity. */
export function isRate(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value < Infinity;
}
