import { dateOfDay, dayNumber, type IsoDate } from '../money/calendar.ts';

/** Who provides the dataset of market rates. Documents name the provider in their field `source`. */
export interface Provider {
  readonly name: string;
  readonly url: string;
  /** SPDX identifier of the dataset's license. */
  readonly license: string;
}

/** The provider of market rates, unless the operator names another one. */
export const defaultProvider: Provider = {
  name: 'fawazahmed0/exchange-api',
  url: 'https://github.com/fawazahmed0/exchange-api',
  license: 'CC0-1.0',
};

/**
 * The provider of composed days: days without a dataset, whose rates are computed from the official rates of central
 * banks. The banks aren't named here, because they may differ from day to day. The URL lists the world's central banks.
 */
export const composedProvider: Provider = {
  name: 'Official rates of central banks, composed by this service',
  url: 'https://www.bis.org/cbanks.htm',
  license: 'LicenseRef-central-banks-reuse-with-attribution',
};

/** The first day of the default provider's dataset in its current format. */
export const FIRST_DAY: IsoDate = '2024-03-02';

/** The provider of the days from `first` on, up to the next change. */
export interface ProviderChange extends Provider {
  readonly first: IsoDate;
}

/** A site's changes of provider, ascending by first day. Days before the first change are from the default provider. */
export type ProviderChanges = readonly ProviderChange[];

export const noChanges: ProviderChanges = [];

/** Providers are the same if they have the same name, because a URL or license may be corrected. */
export function isSameProvider(one: Pick<Provider, 'name'>, other: Pick<Provider, 'name'>): boolean {
  return one.name === other.name;
}

export function isDefaultProvider(provider: Pick<Provider, 'name'>): boolean {
  return isSameProvider(provider, defaultProvider);
}

/** Whether rates were composed from official rates, because there was no dataset. */
export function isComposed(provider: Pick<Provider, 'name'>): boolean {
  return isSameProvider(provider, composedProvider);
}

/** The changes from one provider of datasets to another. */
export function withoutComposed(changes: ProviderChanges): ProviderChanges {
  return changes.filter((change) => !isComposed(change));
}

export function providerOn(changes: ProviderChanges, date: IsoDate): Provider {
  const { name, url, license } = changes.findLast(({ first }) => first <= date) ?? defaultProvider;
  return { name, url, license };
}

/** The providers of a range of days. The first entry begins with the range, even if its provider began earlier. */
export function providersBetween(changes: ProviderChanges, first: IsoDate, last: IsoDate): ProviderChange[] {
  const providers = [{ first, ...providerOn(changes, first) }];
  for (const change of changes) {
    const isLater = change.first > first && change.first <= last;
    if (isLater && !isEqualProvider(change, providers.at(-1))) providers.push(change);
  }
  return providers;
}

/** Adds the provider of a day. Any changes on that day or later are replaced. */
export function withProvider(
  changes: ProviderChanges,
  date: IsoDate,
  { name, url, license }: Provider,
): ProviderChanges {
  const before = changes.filter(({ first }) => first < date);
  const provider = { name, url, license };
  return isEqualProvider(provider, providerOn(before, date)) ? before : [...before, { first: date, ...provider }];
}

export function isEqualProvider(one: Provider, other: Provider | undefined): boolean {
  return one.name === other?.name && one.url === other.url && one.license === other.license;
}

/** The first of the composed days that a day ends; undefined if the day isn't composed. */
export function composedSince(changes: ProviderChanges, date: IsoDate): IsoDate | undefined {
  const change = changes.findLast(({ first }) => first <= date);
  return change && isComposed(change) ? change.first : undefined;
}

/** Sets the provider of one day, and of no other day. */
export function withProviderOfDay(
  changes: ProviderChanges,
  date: IsoDate,
  { name, url, license }: Provider,
): ProviderChanges {
  const next = dateOfDay(dayNumber(date) + 1);
  const all = [
    ...changes.filter(({ first }) => first < date),
    { first: date, name, url, license },
    { first: next, ...providerOn(changes, next) },
    ...changes.filter(({ first }) => first > next),
  ];
  return all.filter((change, index) => !isEqualProvider(change, all[index - 1] ?? defaultProvider));
}
