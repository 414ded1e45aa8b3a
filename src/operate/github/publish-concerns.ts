import { type OfficialDoubt } from '../../archive/official-doubts.ts';
import { noRatesYet, type Official, type OfficialRates } from '../../archive/official-rates.ts';
import { composedSince } from '../../archive/source.ts';
import { type BankTable, isOverdue } from '../../sources/banks/bank.ts';
import { bankTables } from '../../sources/banks/banks.ts';
import { catalogue } from '../../currencies/catalogue.ts';
import { dayNumber } from '../../rates/calendar.ts';
import type { Quality } from '../../validation/snapshot/quality.ts';
import type { RequestedMirror, Snapshot } from '../../validation/snapshot/snapshot.ts';
import { patience } from './issue-kinds.ts';

/**
 * What a publish finds that a person should look at. The publish job hands it to the job that keeps the issues. No
 * field has text from other sites, so all are safe in Markdown and logs.
 */
export interface PublishConcerns {
  /** Null if the rates are fresh, or haven't been stale for long. */
  readonly staleRates: StaleRates | null;
  /** The banks' tables with a problem. Null without such tables. */
  readonly officialRates: readonly OfficialConcern[] | null;
  /** Null if the rates are a dataset's. */
  readonly composedRates: ComposedConcern | null;
  /** Watched currencies that are omitted or have been held for long, the most traded first. Null without such currencies. */
  readonly currencies: readonly CurrencyInDoubt[] | null;
}

export interface StaleRates {
  /** When a check first found the rates stale, ISO 8601 UTC. */
  readonly since: string;
  /** The date of the rates, `YYYY-MM-DD`. */
  readonly asOf: string;
  /** The outcome of each mirror at the last check. */
  readonly mirrors: readonly RequestedMirror[];
}

export interface OfficialConcern {
  /** The key of the bank's table. */
  readonly table: string;
  /** The newest date with official rates; null if there are none. */
  readonly asOf: string | null;
  /**
   * When the last uninterrupted series of checks with a problem began, ISO 8601 UTC; null if the rates aren't overdue, as
   * {@link isOverdue} says, or the last check had no problem.
   */
  readonly oldSince: string | null;
  readonly doubts: readonly OfficialDoubt[];
}

export interface ComposedConcern {
  /** The first of the composed days, `YYYY-MM-DD`. */
  readonly since: string;
  /** The newest composed day. */
  readonly asOf: string;
  /** Codes of the currencies without a value on that day. */
  readonly missing: readonly string[];
  /** The outcome of each mirror at the last check. */
  readonly mirrors: readonly RequestedMirror[];
}

export interface CurrencyInDoubt extends Quality {
  readonly code: string;
  /** The issue doesn't name hosts. */
  readonly witnesses: readonly never[];
}

/** Number of most traded currencies to watch. Users soon notice if one of them has a wrong rate. */
const WATCHED_CURRENCIES = 60;

export function publishConcerns(snapshot: Snapshot, official: Official): PublishConcerns {
  return {
    staleRates: staleRates(snapshot),
    officialRates: officialConcerns(official, snapshot.checkedAt),
    composedRates: composedConcern(snapshot),
    currencies: currenciesInDoubt(snapshot),
  };
}

export function staleRates({
  staleSince: since,
  checkedAt,
  asOf,
  mirrors,
}: Pick<Snapshot, 'staleSince' | 'checkedAt' | 'asOf' | 'mirrors'>): StaleRates | null {
  if (since === null || Date.parse(checkedAt) - Date.parse(since) < patience.staleHours * 3_600_000) return null;
  return { since, asOf, mirrors };
}

function officialConcerns(official: Official, now: string): OfficialConcern[] | null {
  const found = bankTables.flatMap(
    ({ table }) => officialConcern(table, official.get(table.key) ?? noRatesYet, now) ?? [],
  );
  return found.length > 0 ? found : null;
}

export function officialConcern(table: BankTable, official: OfficialRates, now: string): OfficialConcern | null {
  const today = now.slice(0, 10);
  const { problem } = official;
  const asOf = official.days.at(-1)?.date ?? null;
  const oldest = asOf ?? problem?.since.slice(0, 10) ?? today;
  const isOld = isOverdue(table, oldest, today);
  const isUnfinished = official.askedFrom === null || official.askedFrom > table.firstDay;
  const hasStopped =
    isUnfinished && dayNumber(today) - dayNumber(problem?.since.slice(0, 10) ?? today) > patience.historyDays;
  const oldSince = problem && (isOld || hasStopped) ? problem.since : null;
  const doubts = official.doubts.filter(({ reason, since }) => {
    // Too many changes stop the whole file, so an issue opens at once.
    if (reason === 'too_many_changes') return true;
    return dayNumber(today) - dayNumber(since) > patience.officialDoubtDays;
  });
  return oldSince === null && doubts.length === 0 ? null : { table: table.key, asOf, oldSince, doubts };
}

export function composedConcern({
  sources,
  asOf,
  quality,
  mirrors,
}: Pick<Snapshot, 'sources' | 'asOf' | 'quality' | 'mirrors'>): ComposedConcern | null {
  const since = composedSince(sources, asOf);
  if (since === undefined) return null;
  const missing = [...quality].filter(([, { sourceValue }]) => sourceValue === null).map(([code]) => code);
  return { since, asOf, missing, mirrors };
}

export function currenciesInDoubt({
  asOf,
  quality,
}: Pick<Snapshot, 'asOf' | 'quality'>): readonly CurrencyInDoubt[] | null {
  const found = catalogue.slice(0, WATCHED_CURRENCIES).flatMap(({ code }) => {
    const currency = quality.get(code);
    if (!currency) return [];
    const isHeldLong = currency.state === 'held' && dayNumber(asOf) - dayNumber(currency.since) > patience.heldDays;
    return currency.state === 'omitted' || isHeldLong ? [{ ...currency, code, witnesses: [] }] : [];
  });
  return found.length === 0 ? null : found;
}
