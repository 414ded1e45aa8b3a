import { dateOfDay, dayNumber } from '../rates/calendar.ts';

export interface Source {
  readonly name: string;
  readonly url: string;
  /** SPDX identifier of the source's license. */
  readonly license: string;
}

/** The source of rates, unless the operator names another source. */
export const defaultSource: Source = {
  name: 'fawazahmed0/exchange-api',
  url: 'https://github.com/fawazahmed0/exchange-api',
  license: 'CC0-1.0',
};

/**
 * The source of composed days: days without a dataset, whose rates are computed from the official rates of central
 * banks. The banks aren't named here, because they may differ from day to day. The URL lists the world's central banks.
 */
export const composedSource: Source = {
  name: 'Official rates of central banks, composed by this service',
  url: 'https://www.bis.org/cbanks.htm',
  license: 'LicenseRef-central-banks-reuse-with-attribution',
};

/** The first day of the default source's dataset in its current format. */
export const FIRST_DAY = '2024-03-02';

/** The source of the days from `first` on, up to the next change. */
export interface SourceChange extends Source {
  readonly first: string;
}

/** A site's changes of source, ascending by first day. Days before the first change are from the default source. */
export type SourceChanges = readonly SourceChange[];

export const noChanges: SourceChanges = [];

/** Sources are the same if they have the same name, because a URL or license may be corrected. */
export function isSameSource(one: Pick<Source, 'name'>, other: Pick<Source, 'name'>): boolean {
  return one.name === other.name;
}

export function isDefaultSource(source: Pick<Source, 'name'>): boolean {
  return isSameSource(source, defaultSource);
}

/** Whether rates were composed from official rates, because there was no dataset. */
export function isComposed(source: Pick<Source, 'name'>): boolean {
  return isSameSource(source, composedSource);
}

/** The changes from one source of datasets to another. */
export function withoutComposed(changes: SourceChanges): SourceChanges {
  return changes.filter((change) => !isComposed(change));
}

export function sourceOn(changes: SourceChanges, date: string): Source {
  const { name, url, license } = changes.findLast(({ first }) => first <= date) ?? defaultSource;
  return { name, url, license };
}

/** The sources of a range of days. The first entry begins with the range, even if its source began earlier. */
export function sourcesBetween(changes: SourceChanges, first: string, last: string): SourceChange[] {
  const sources = [{ first, ...sourceOn(changes, first) }];
  for (const change of changes) {
    const isLater = change.first > first && change.first <= last;
    if (isLater && !isEqualSource(change, sources.at(-1))) sources.push(change);
  }
  return sources;
}

/** Adds the source of a day. Any changes on that day or later are replaced. */
export function withSource(changes: SourceChanges, date: string, { name, url, license }: Source): SourceChanges {
  const before = changes.filter(({ first }) => first < date);
  const source = { name, url, license };
  return isEqualSource(source, sourceOn(before, date)) ? before : [...before, { first: date, ...source }];
}

export function isEqualSource(one: Source, other: Source | undefined): boolean {
  return one.name === other?.name && one.url === other.url && one.license === other.license;
}

/** The first of the composed days that a day ends; undefined if the day isn't composed. */
export function composedSince(changes: SourceChanges, date: string): string | undefined {
  const change = changes.findLast(({ first }) => first <= date);
  return change && isComposed(change) ? change.first : undefined;
}

/** Sets the source of one day, and of no other day. */
export function withSourceOfDay(changes: SourceChanges, date: string, { name, url, license }: Source): SourceChanges {
  const next = dateOfDay(dayNumber(date) + 1);
  const all = [
    ...changes.filter(({ first }) => first < date),
    { first: date, name, url, license },
    { first: next, ...sourceOn(changes, next) },
    ...changes.filter(({ first }) => first > next),
  ];
  return all.filter((change, index) => !isEqualSource(change, all[index - 1] ?? defaultSource));
}
