import { byDate, datesFrom, dayNumber, EARLIEST, type IsoDate } from '../money/calendar.ts';
import {
  FIRST_DAY,
  isComposed,
  isEqualProvider,
  isSameProvider,
  noChanges,
  type Provider,
  type ProviderChanges,
  providerOn,
  withoutComposed,
  withProvider,
  withProviderOfDay,
} from '../sources/provider.ts';
import type { Rates } from '../money/rates.ts';
import type { DaySearch } from './day-search.schema.ts';
import { type Comparison, comparisonKey } from './comparison.ts';
import { comparisonsFile } from './comparisons-file.ts';

/** A source's rates on a day. The market's include values that validation rejects. */
export interface ArchivedDay {
  readonly date: IsoDate;
  /** The source's numbers for 1 unit, as it quotes them: the market's are units per 1 USD. */
  readonly rates: Rates;
  /** The number of units that a bank quotes, such as 100 for the forint; omitted for 1. Always a power of ten. */
  readonly units?: ReadonlyMap<string, number>;
  /** The number of a bank's table, if its tables have numbers, such as `041/A/NBP/2026`. */
  readonly reference?: string;
}

/** The source's rates, day by day. Days are only added. Rejected values stay, because validation is repeated. */
export interface Archive {
  /** Ascending by date, each date once. */
  readonly days: readonly ArchivedDay[];
  /** Dates that the source never published, ascending. They aren't requested again. */
  readonly gaps: readonly IsoDate[];
  /** The comparisons with witnesses that affected a decision, sorted by {@link comparisonKey}. */
  readonly comparisons: readonly Comparison[];
  /** The changes of source. Omitted if every day is from the default source. */
  readonly providers?: ProviderChanges;
  /** What earlier publishes have found out about the missing days. Omitted if nothing is known. */
  readonly search?: DaySearch;
}

export function newestDay({ days }: Pick<Archive, 'days'>): ArchivedDay | undefined {
  return days.at(-1);
}

/**
 * The dates from {@link FIRST_DAY} up to the day before `end` that are neither archived nor gaps, ascending. They were
 * never fetched, so whatever includes one of them is incomplete.
 */
export function missingDates({ days, gaps }: Pick<Archive, 'days' | 'gaps'>, end: IsoDate): IsoDate[] {
  const known = new Set([...days.map(({ date }) => date), ...gaps]);
  return datesFrom(dayNumber(FIRST_DAY), Math.max(0, dayNumber(end) - dayNumber(FIRST_DAY))).filter(
    (date) => !known.has(date),
  );
}

/** The archived years that miss no date, except the newest year. */
export function finishedYears(archive: Pick<Archive, 'days' | 'gaps'>): string[] {
  const years = [...new Set(archive.days.map(({ date }) => date.slice(0, 4)))];
  const newest = years.pop() ?? '';
  const unfinished = new Set(missingDates(archive, `${newest}-01-01` as IsoDate).map((date) => date.slice(0, 4)));
  return years.filter((year) => !unfinished.has(year));
}

export function archiveUpTo({ days, gaps, comparisons, providers, search }: Archive, last: IsoDate): Archive {
  return {
    ...(search && { search }),
    ...(providers && { providers: providers.filter(({ first }) => first <= last) }),
    days: days.filter(({ date }) => date <= last),
    gaps: gaps.filter((date) => date <= last),
    comparisons: comparisons.filter(({ date }) => date <= last),
  };
}

/**
 * Adds days to an archive. Only the newest archived day can be replaced, by a new edition. Then its comparisons with
 * witnesses are removed.
 */
export function withDays(archive: Archive, added: readonly ArchivedDay[]): Archive {
  const days = new Map(archive.days.map((day) => [day.date, day]));
  const newest = newestDay(archive)?.date;
  const replaced = new Set<string>();
  for (const day of added) {
    if (days.has(day.date) && day.date !== newest) continue;
    if (days.has(day.date)) replaced.add(day.date);
    days.set(day.date, day);
  }
  return {
    ...archive,
    days: [...days.values()].sort(byDate),
    gaps: archive.gaps.filter((date) => !days.has(date)),
    comparisons: archive.comparisons.filter(({ date }) => !replaced.has(date)),
  };
}

/** Adds the newest day of a source, or another edition of the newest day. */
export function withDayOf(provider: Provider, archive: Archive, day: ArchivedDay): Archive {
  const providers = withProvider(archive.providers ?? noChanges, day.date, provider);
  return { ...withDays(archive, [day]), ...((archive.providers ?? providers.length > 0) && { providers }) };
}

/** Adds past days of a source. A day amid composed days is from this source, and the days around it stay composed. */
export function withPastDaysOf(provider: Provider, archive: Archive, added: readonly ArchivedDay[]): Archive {
  const known = new Set(archive.days.map(({ date }) => date));
  const providers = added.reduce(
    (changes, { date }) =>
      known.has(date) || isSameProvider(providerOn(changes, date), provider)
        ? changes
        : withProviderOfDay(changes, date, provider),
    archive.providers ?? noChanges,
  );
  return { ...withDays(archive, added), ...(archive.providers && { providers }) };
}

export function newestProvider({ days, providers = noChanges }: Pick<Archive, 'days' | 'providers'>): Provider {
  return providerOn(providers, newestDay({ days })?.date ?? EARLIEST);
}

/** The source of the newest dataset. Composed days have none. */
export function newestDatasetProvider({ days, providers = noChanges }: Pick<Archive, 'days' | 'providers'>): Provider {
  return newestProvider({ days, providers: withoutComposed(providers) });
}

/** The newest day of a dataset, or of composed rates; undefined if the archive has no such day. */
export function newestDayOf(
  kind: 'dataset' | 'composed',
  { days, providers = noChanges }: Pick<Archive, 'days' | 'providers'>,
): ArchivedDay | undefined {
  return days.findLast(({ date }) => isComposed(providerOn(providers, date)) === (kind === 'composed'));
}

/** Adds gaps: dates that the source never published. */
export function withGaps({ gaps, ...archive }: Archive, added: readonly IsoDate[]): Archive {
  return { ...archive, gaps: [...new Set([...gaps, ...added])].sort() };
}

/** Adds comparisons of the newest day with witnesses, which may have responded in any order. */
export function withComparisons({ comparisons, ...archive }: Archive, ofNewestDay: readonly Comparison[]): Archive {
  const sorted = ofNewestDay.toSorted((a, b) => (comparisonKey(a) < comparisonKey(b) ? -1 : 1));
  return { ...archive, comparisons: [...comparisons, ...sorted] };
}

/**
 * Published days that are missing from the next archive, or have other rates, comparisons or another source there. The
 * newest published day may differ, because the source may publish another edition of it.
 */
export function lostDays(published: Archive, next: Archive): string[] {
  const kept = new Map(next.days.map((day) => [day.date, day.rates]));
  const said = Map.groupBy(next.comparisons, ({ date }) => date);
  const saidBefore = Map.groupBy(published.comparisons, ({ date }) => date);
  const linesOf = (comparisons: readonly Comparison[] = []) => comparisonsFile(comparisons).body;
  const newest = newestDay(published)?.date;
  return published.days
    .filter(({ date, rates }) => {
      const now = kept.get(date);
      if (now === undefined) return true;
      const isSame =
        areEqual(rates, now) &&
        isEqualProvider(
          providerOn(published.providers ?? noChanges, date),
          providerOn(next.providers ?? noChanges, date),
        ) &&
        linesOf(said.get(date)) === linesOf(saidBefore.get(date));
      return date !== newest && !isSame;
    })
    .map(({ date }) => date);
}

export function ratesByDate(days: readonly ArchivedDay[]): Map<IsoDate, Rates> {
  return new Map(days.map(({ date, rates }) => [date, rates]));
}

export function areEqual(a: Rates, b: Rates): boolean {
  return a === b || (a.size === b.size && [...a].every(([code, rate]) => b.get(code) === rate));
}

/**
 * Copies days without the values that `left` lists.
 *
 * @param order the codes to keep, in the order of the result
 */
export function daysWithout(
  days: readonly ArchivedDay[],
  left: readonly { readonly date: IsoDate; readonly code: string }[],
  order: readonly string[],
): ArchivedDay[] {
  const leftOn = Map.groupBy(left, ({ date }) => date);
  return days.map(({ date, rates }) => {
    const without = new Set(leftOn.get(date)?.map(({ code }) => code));
    const kept = order.flatMap((code): [string, number][] => {
      const rate = without.has(code) ? undefined : rates.get(code);
      return rate === undefined ? [] : [[code, rate]];
    });
    return { date, rates: new Map(kept) };
  });
}
