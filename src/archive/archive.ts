import { datesUpTo } from '../rates/calendar.ts';
import { FIRST_DAY } from '../rates/first-day.ts';
import type { Rates } from '../rates/rates.ts';
import { columnsOf, RatesRow } from '../rates/rates-row.ts';
import type { Evidence } from './evidence.ts';
import { evidenceFile } from './evidence-file.ts';

/** What the source said of a day, of every currency that was listed then. */
export interface ArchivedDay {
  readonly date: string;
  /** Units per 1 USD, the source's own numbers, valid or not. */
  readonly rates: Rates;
}

/** What the source said, day by day. It only ever grows: which values are valid is computed, never stored over them. */
export interface Archive {
  /** In the order of their dates, each once. */
  readonly days: readonly ArchivedDay[];
  /** The dates, likewise, of days that the source never had: nobody needs to ask for them again. */
  readonly gaps: readonly string[];
  /** What witnesses said of the days, where it mattered, in the order of the dates. */
  readonly evidence: readonly Evidence[];
}

/** The newest day; undefined where there is none. */
export function newestDay({ days }: Pick<Archive, 'days'>): ArchivedDay | undefined {
  return days.at(-1);
}

/**
 * The years before the newest day's of which no day can be added any more: each of theirs is there, or the source never
 * had it.
 */
export function finishedYears({ days, gaps }: Pick<Archive, 'days' | 'gaps'>): string[] {
  const known = new Set([...days.map(({ date }) => date), ...gaps]);
  const years = [...new Set(days.map(({ date }) => date.slice(0, 4)))].slice(0, -1);
  return years.filter((year) =>
    datesUpTo(`${year}-12-31`, 365).every((date) => known.has(date) || date < FIRST_DAY || !date.startsWith(year)),
  );
}

/** What was known on a date: the days up to it. */
export function archiveUpTo({ days, gaps, evidence }: Archive, last: string): Archive {
  return {
    days: days.filter(({ date }) => date <= last),
    gaps: gaps.filter((date) => date <= last),
    evidence: evidence.filter(({ date }) => date <= last),
  };
}

/**
 * An archive with further days. What stands in it stays: only of the newest day another edition takes the place of the
 * one that is there, and what was said of that one goes with it.
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
    days: [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1)),
    gaps: archive.gaps.filter((date) => !days.has(date)),
    evidence: archive.evidence.filter(({ date }) => !replaced.has(date)),
  };
}

/** An archive that knows of further days that the source never had them. */
export function withGaps({ gaps, ...archive }: Archive, added: readonly string[]): Archive {
  return { ...archive, gaps: [...new Set([...gaps, ...added])].sort() };
}

/** An archive with what witnesses said of its newest day. */
export function withEvidence({ evidence, ...archive }: Archive, ofNewestDay: readonly Evidence[]): Archive {
  return { ...archive, evidence: [...evidence, ...ofNewestDay] };
}

/**
 * The published days that an archive would lose or change, in rates or evidence. The newest day isn't checked, because
 * the source may publish another edition of it.
 */
export function lostDays(published: Archive, next: Archive): string[] {
  const kept = new Map(next.days.map((day) => [day.date, day.rates]));
  const said = Map.groupBy(next.evidence, ({ date }) => date);
  const saidBefore = Map.groupBy(published.evidence, ({ date }) => date);
  const linesOf = (evidence: readonly Evidence[] = []) => evidenceFile(evidence).body;
  const newest = newestDay(published)?.date;
  return published.days
    .filter(({ date, rates }) => {
      const now = kept.get(date);
      if (now === undefined) return true;
      return date !== newest && !(areEqual(rates, now) && linesOf(said.get(date)) === linesOf(saidBefore.get(date)));
    })
    .map(({ date }) => date);
}

/** Whether two days say the same. */
export function areEqual(a: Rates, b: Rates): boolean {
  return a === b || (a.size === b.size && [...a].every(([code, rate]) => b.get(code) === rate));
}

/**
 * The days without some of their values.
 *
 * @param order the codes to look at, in the order of the result
 */
export function daysWithout(
  days: readonly ArchivedDay[],
  left: readonly { readonly date: string; readonly code: string }[],
  order: readonly string[],
): ArchivedDay[] {
  const columns = columnsOf(order);
  const leftOn = Map.groupBy(left, ({ date }) => date);
  return days.map(({ date, rates }) => {
    const without = new Set(leftOn.get(date)?.map(({ code }) => code));
    const cells = order.map((code) => (without.has(code) ? NaN : (rates.get(code) ?? NaN)));
    return { date, rates: new RatesRow(columns, cells) };
  });
}
