import { dayNumber, type IsoDate } from '../money/calendar.ts';
import type { DaySearch } from './day-search.schema.ts';

/** A missing day of which no mirror returned a copy in a run. */
export interface AbsentDay {
  readonly date: IsoDate;
  /** The mirrors that have days before and after it, but said with status 404 that they lack it. */
  readonly lackedBy: readonly string[];
  /** The mirrors of which it isn't known whether they have it. */
  readonly failedAt: readonly string[];
}

/** What one run has found out. Each mirror has a printable name. */
export interface SearchRun {
  readonly absent: readonly AbsentDay[];
  /** Dates of which mirrors have copies, but none whose rates are certain. */
  readonly uncertain: readonly IsoDate[];
  /** The requested mirrors, by whether they returned a dataset. */
  readonly mirrors: ReadonlyMap<string, boolean>;
}

/** A run that requested nothing. */
export const noSearchRun: SearchRun = { absent: [], uncertain: [], mirrors: new Map() };

export const nothingSought: DaySearch = { days: [], down: [] };

/**
 * Number of runs, and of days between the first and the last of them, after which an absent day is a gap. Runs of one day
 * count as one, because an error of a host lasts for hours or a day. With five runs, a site that is published weekly ends
 * its gaps, too. The source has published a day up to eight days late, so 14 days leave time for late days and outages.
 */
const GAP_RUNS = 5;
const GAP_DAYS = 14;

/** Days after which a mirror that is down no longer counts as one that may have a day. Most outages last for hours. */
const OUTAGE_DAYS = 3;

/**
 * Adds a run to what is known about the missing days.
 *
 * @param missing the days that are still missing after the run, ascending
 * @returns the missing days that are gaps now, and what is known about the others
 */
export function withSearchRun(
  known: DaySearch,
  { absent, uncertain, mirrors }: SearchRun,
  missing: readonly IsoDate[],
  today: IsoDate,
): { readonly gaps: readonly IsoDate[]; readonly search: DaySearch } {
  const down = new Map(known.down.map(({ mirror, since }) => [mirror, since]));
  for (const [mirror, hasDays] of mirrors) {
    if (hasDays) down.delete(mirror);
    else if (!down.has(mirror)) down.set(mirror, today);
  }
  const isDownForDays = (mirror: string) => daysBetween(down.get(mirror) ?? today, today) >= OUTAGE_DAYS;
  const absentNow = new Set(
    absent
      .filter(({ lackedBy, failedAt }) => lackedBy.length > 0 && failedAt.every(isDownForDays))
      .map(({ date }) => date),
  );
  const before = new Map(known.days.map((day) => [day.date, day]));
  const days = missing.map((date) => {
    const { since = today, absent = null } = before.get(date) ?? {};
    if (uncertain.includes(date)) return { date, since, absent: null };
    return { date, since, absent: absentNow.has(date) ? withAbsence(absent, today) : absent };
  });
  const sought = days.filter((day) => !isGap(day));
  const search = {
    days: sought,
    // Once no day is missing, no mirror is requested, so nothing is known about it anymore.
    down: sought.length === 0 ? [] : Array.from(down, ([mirror, since]) => ({ mirror, since })),
  };
  return { gaps: days.filter(isGap).map(({ date }) => date), search };
}

type SoughtDay = DaySearch['days'][number];

function withAbsence(absent: SoughtDay['absent'], today: IsoDate): SoughtDay['absent'] {
  if (absent?.last === today) return absent;
  return { first: absent?.first ?? today, last: today, runs: (absent?.runs ?? 0) + 1 };
}

function isGap({ absent }: SoughtDay): boolean {
  return absent !== null && absent.runs >= GAP_RUNS && daysBetween(absent.first, absent.last) >= GAP_DAYS;
}

/** The mirrors that have been down for days. */
export function downForDays({ down }: DaySearch, today: IsoDate): string[] {
  return down.filter(({ since }) => daysBetween(since, today) >= OUTAGE_DAYS).map(({ mirror }) => mirror);
}

/** Age in days from which an absent day is requested only once a day. The source publishes most late days sooner. */
const LATE_DAYS = 7;

/** Whether a missing day should be requested in this run. An old day that is absent today won't be there an hour later. */
export function isWorthARequest({ days }: DaySearch, date: IsoDate, today: IsoDate): boolean {
  const absent = days.find((day) => day.date === date)?.absent;
  return absent?.last !== today || daysBetween(date, today) <= LATE_DAYS;
}

function daysBetween(first: IsoDate, last: IsoDate): number {
  return dayNumber(last) - dayNumber(first);
}
