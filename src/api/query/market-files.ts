import type { FrankfurterCurrencies } from '../documents/currencies/frankfurter-currencies.schema.ts';
import { type IsoDate, isDate, isInstant } from '../../money/calendar.ts';
import type { PastDay } from '../../money/past-rates.ts';
import { SERIES_DAYS } from '../../money/period.ts';
import type { DayRates } from '../../archive/day-rates.ts';
import type { PricedCurrency, SyntheticYear } from '../../money/published-currency.ts';
import type { Snapshot } from '../../validation/snapshot/snapshot.ts';
import { FIRST_DAY } from '../../sources/provider.ts';
import type { RejectedValue } from '../../validation/validate-archive.ts';
import { parseRejectedFile } from '../documents/rejected-file.ts';
import type { ArchiveIndex } from '../documents/archive-index.ts';
import type { CurrencyFactsList } from '../documents/currencies/currency-facts.ts';
import type { CurrencyList } from '../documents/currencies/currency-list.ts';
import type { Metals } from '../documents/currencies/metals.ts';
import type { ReferenceRates } from '../documents/reference-rates.ts';
import type { Status } from '../documents/status.ts';
import { paths, todaysPaths } from '../paths.ts';
import type { SyntheticSeries } from '../documents/series/currency-series.ts';
import { check, checkedRates, isRate, parseRates, type RatesDocument, type RatesOfDay, withoutHeld } from './check.ts';
import { allOf } from './all-of.ts';
import { jsonFile, parseFile, type PublishedFile } from './published-file.ts';

/** The times of today's rates, and the URL of their mirror. */
export type RatesOrigin = Pick<Snapshot, 'rate_as_of' | 'retrieved_at' | 'checked_at' | 'stale_reason' | 'mirror'>;

/** @throws {TypeError} if a time or a rate is invalid */
export function parseOrigin(document: ReferenceRates): RatesOrigin {
  const { retrieved_at, checked_at, stale_reason, source } = document;
  const { date: rate_as_of, rates } = parseRates(document);
  check(
    rates.get('USD') === 1 && isInstant(retrieved_at) && isInstant(checked_at) && typeof source.mirror === 'string',
  );
  return { rate_as_of, retrieved_at, checked_at, stale_reason, mirror: source.mirror };
}

/** Today's rates and currencies. */
export interface PublishedDay extends RatesOrigin {
  readonly today: DayRates;
  /** Today's currencies with their rates, by code, in the published order. */
  readonly currencies: ReadonlyMap<string, PricedCurrency>;
}

export function currencyListFile(): PublishedFile<CurrencyList> {
  return jsonFile(paths.currencyList, (list: CurrencyList) => {
    check(Array.isArray(list.currencies));
    return list;
  });
}

/** Today's metals. */
export function metalsFile(): PublishedFile<TodaysMetals> {
  return jsonFile(paths.metals, ({ rate_as_of: date, held, metals }: Metals) => {
    const priced = metals.flatMap(({ code, name, symbol, flag, type, rate }) =>
      rate === null ? [] : [{ code, name, symbol, flag, type, perUsd: rate }],
    );
    const rates = Object.fromEntries(priced.map(({ code, perUsd }) => [code, perUsd]));
    return { ...checkedRates(date, held, rates), priced };
  });
}

type TodaysMetals = RatesOfDay & { readonly priced: readonly PricedCurrency[] };

/** Reads today's rates, those of metals included. @param textOf reads a file of the site */
export async function readToday(textOf: (path: string) => Promise<string>): Promise<PublishedDay> {
  const [ofRates, ofList, ofMetals] = todaysPaths;
  const [rates, list, metals] = await allOf([textOf(ofRates), textOf(ofList), textOf(ofMetals)] as const);
  return parseFile(todayFile(parseFile(currencyListFile(), list), parseFile(metalsFile(), metals)), rates);
}

/**
 * Today's rates.
 *
 * @param list the currencies of the same deployment
 * @param ofMetals the metals of the same deployment. While a new version is being published, a page may load the metals
 * of another day, which are omitted
 */
export function todayFile({ currencies: listed }: CurrencyList, ofMetals: TodaysMetals): PublishedFile<PublishedDay> {
  return jsonFile(paths.referenceRates, (document: ReferenceRates) => {
    const { date, rates, ...day } = parseRates(document);
    const known = listed.map((currency) => ({ ...currency, perUsd: rates.get(currency.code) ?? NaN }));
    check(new Set(listed.map(({ code }) => code)).size === rates.size && known.every(({ code }) => rates.has(code)));
    const metals = ofMetals.date === date ? ofMetals : { priced: [], held: [] };
    const priced = [...known, ...metals.priced];
    const held = new Map([...day.held, ...metals.held]);
    const currencies = new Map(priced.map((currency) => [currency.code, currency]));
    // If all rates are from one source, the document doesn't have that source's first day. FIRST_DAY fits, because no
    // rate is older.
    const { name, url, license } = document.source;
    const providers = document.sources ?? [{ first: FIRST_DAY, name, url, license }];
    const today = { date, held, providers, rates: new Map(priced.map(({ code, perUsd }) => [code, perUsd])) };
    return { ...parseOrigin(document), today, currencies };
  });
}

/** The valid rates of a past day. Held rates, which only the newest day's file has, are omitted. */
export function pastDayFile(date: IsoDate): PublishedFile<PastDay> {
  return jsonFile(paths.ratesOnDate(date), (document: RatesDocument) => withoutHeld(parseRates(document, date)));
}

/** A currency's synthetic rates of the year up to today. */
export function syntheticYearFile(
  { code: wanted, perUsd }: Pick<PricedCurrency, 'code' | 'perUsd'>,
  asOf: string,
): PublishedFile<SyntheticYear> {
  return jsonFile(paths.currencySeries(wanted), ({ code, as_of, rates }: SyntheticSeries) => {
    check(code === wanted && as_of === asOf && rates.at(-1) === perUsd);
    check(rates.length === SERIES_DAYS + 1 && rates.every(isRate));
    return { code, yearPerUsd: rates };
  });
}

/** The index of the archive. */
export function archiveFile(): PublishedFile<ArchiveIndex> {
  return jsonFile(paths.archive, (index: ArchiveIndex) => {
    check(isDate(index.first) && isDate(index.last) && Array.isArray(index.codes));
    return index;
  });
}

/** The validation of the newest day. */
export function statusFile(): PublishedFile<Status> {
  return jsonFile(paths.status, (status: Status) => {
    check(isDate(status.rate_as_of) && Array.isArray(status.witnesses.requested));
    return status;
  });
}

/** Facts about all currencies. */
export function currencyFactsFile(): PublishedFile<CurrencyFactsList['currencies']> {
  return jsonFile(paths.currencyFacts, ({ currencies }: CurrencyFactsList) => {
    check(Array.isArray(currencies));
    return currencies;
  });
}

/** The values that are rejected in retrospect. */
export function rejectedValuesFile(): PublishedFile<RejectedValue[]> {
  return { path: paths.archiveRejected, parse: parseRejectedFile };
}

/** The currencies in the format of Frankfurter v2. They must include today's currencies. */
export function frankfurterCurrenciesFile({ currencies }: PublishedDay): PublishedFile<FrankfurterCurrencies> {
  return jsonFile(paths.frankfurterCurrencies, (rows: FrankfurterCurrencies) => {
    const listed = new Set(rows.map(({ iso_code }) => iso_code));
    check([...currencies.keys()].every((code) => listed.has(code)));
    return rows;
  });
}
