import type { Rates } from '../rates/snapshot.ts';

/** What the source said of a day, of every currency that was listed then. */
export interface ArchivedDay {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** Units per 1 USD, the source's own numbers, believed or not. */
  readonly rates: Rates;
}

/** What the source said, day by day. It only ever grows: what is believed of it is computed, never stored over it. */
export interface Archive {
  /** In the order of their dates, each once. */
  readonly days: readonly ArchivedDay[];
  /** The dates, likewise, of days that the source never had: nobody needs to ask for them again. */
  readonly gaps: readonly string[];
}

/** The newest day; undefined where there is none. */
export function newestDay({ days }: Archive): ArchivedDay | undefined {
  return days.at(-1);
}

/** What was known on a date: the days up to it. */
export function archiveUpTo({ days, gaps }: Archive, last: string): Archive {
  return { days: days.filter(({ date }) => date <= last), gaps: gaps.filter((date) => date <= last) };
}

/**
 * An archive with further days. What stands in it stays: only of the newest day another edition takes the place of the
 * one that is there.
 */
export function withDays(archive: Archive, added: readonly ArchivedDay[]): Archive {
  const days = new Map(archive.days.map((day) => [day.date, day]));
  const newest = newestDay(archive)?.date;
  for (const day of added) if (!days.has(day.date) || day.date === newest) days.set(day.date, day);
  return { days: inOrder([...days.values()]), gaps: archive.gaps.filter((date) => !days.has(date)) };
}

/** An archive that knows of further days that the source never had them. */
export function withGaps({ days, gaps }: Archive, added: readonly string[]): Archive {
  return { days, gaps: [...new Set([...gaps, ...added])].sort() };
}

/**
 * The published days that an archive would lose or change, but for the newest one, of which there may be another
 * edition.
 *
 * @returns their dates
 */
export function lostDays(published: Archive, next: Archive): string[] {
  const kept = new Map(next.days.map((day) => [day.date, day.rates]));
  const newest = newestDay(published)?.date;
  return published.days
    .filter(({ date, rates }) => {
      const now = kept.get(date);
      return now === undefined || (date !== newest && !areEqual(rates, now));
    })
    .map(({ date }) => date);
}

/** Whether two days say the same. */
export function areEqual(a: Rates, b: Rates): boolean {
  return a.size === b.size && [...a].every(([code, rate]) => b.get(code) === rate);
}

function inOrder(days: readonly ArchivedDay[]): ArchivedDay[] {
  return days.toSorted((a, b) => (a.date < b.date ? -1 : 1));
}
