import { CODE } from '../money/currencies/code.ts';
import { EARLIEST, isDate, isInstant, type IsoDate } from '../money/calendar.ts';
import type { Rates } from '../money/rates.ts';
import { FileError } from '../text/site-problem.ts';
import { areEqual, type ArchivedDay, ratesByDate } from './archive.ts';
import type { Correction } from './official-rates.schema.ts';
import { lineError, type TableFile, tableFile, tableLines } from './table-lines.ts';
import { parseRate } from './year-file.ts';

/*
 * The log of the changes of published official rates: values that the bank corrected, values and days that it withdrew,
 * and late values and days. With the log and the newest archive, the archive of every earlier time can be restored.
 */

export type ValueChange = Omit<Correction, 'at'>;

interface LoggedDays {
  readonly days: readonly ArchivedDay[];
  /** The first day that the bank was asked for. */
  readonly asked_from: IsoDate | null;
  readonly corrections: readonly Correction[];
}

/** Whether a change isn't a correction: the value was added after other values of its day, or after a later day. */
export function isLate({ old }: Pick<Correction, 'old'>): boolean {
  return old === null;
}

const HEADER = 'date,code,old,new,at';
const none: Rates = new Map();

/** The changes of a day's values, in the order of their codes. */
export function changesOf(date: IsoDate, before: Rates = none, after: Rates = none): ValueChange[] {
  if (areEqual(before, after)) return [];
  const codes = [...new Set([...before.keys(), ...after.keys()])].sort();
  return codes
    .map((code) => ({ date, code, old: before.get(code) ?? null, new: after.get(code) ?? null }))
    .filter((change) => change.old !== change.new);
}

/**
 * The changes that a log must list if `next` replaces the published days, in the order of their dates. A day after the
 * newest day that was ever published isn't a change, and neither is a day that the bank wasn't asked for before.
 */
export function changesOfDays(
  { days, asked_from, corrections }: LoggedDays,
  next: readonly ArchivedDay[],
): ValueChange[] {
  if (next === days) return [];
  const newest = corrections.reduce(
    (latest, { date }) => (date > latest ? date : latest),
    days.at(-1)?.date ?? EARLIEST,
  );
  const [before, after] = [ratesByDate(days), ratesByDate(next)];
  const dates = [...new Set([...before.keys(), ...after.keys()])]
    .filter((date) => date <= newest && asked_from !== null && date >= asked_from)
    .sort();
  return dates.flatMap((date) => changesOf(date, before.get(date), after.get(date)));
}

/** Whether `next` continues the log of `published`, and differs from its days as the log's new lines say. */
export function isLogged(published: LoggedDays, next: LoggedDays): boolean {
  const { length } = published.corrections;
  const lines = next.corrections.map(lineOf);
  const added = next.corrections.slice(length).map(changeOf);
  return (
    published.corrections.every((correction, index) => lineOf(correction) === lines[index]) &&
    added.join('\n') === changesOfDays(published, next.days).map(changeOf).join('\n')
  );
}

function changeOf({ date, code, old, new: now }: ValueChange): string {
  return [date, code, old, now].join(',');
}

function lineOf({ at, ...change }: Correction): string {
  return `${changeOf(change)},${at}`;
}

export function correctionsFile(corrections: readonly Correction[]): TableFile {
  return tableFile(HEADER, corrections.map(lineOf));
}

/**
 * Parses a log of corrections.
 *
 * @param days the archive's days
 * @throws {FileError} if the file differs from what {@link correctionsFile} writes, or contradicts the days
 */
export function parseCorrectionsFile(path: string, body: string, days: readonly ArchivedDay[]): Correction[] {
  /** The last value of each day and currency in the log. */
  const last = new Map<string, Correction>();
  let before = '';
  const corrections = tableLines(path, body, HEADER).map((line, index) => {
    const correction = parseLine(line);
    const key = correction && `${correction.date},${correction.code}`;
    const known = last.get(key ?? '');
    if (!correction || key === undefined || correction.at < before || (known && known.new !== correction.old)) {
      throw lineError(path, `line ${index + 2} is invalid or contradicts an earlier line`, line);
    }
    last.set(key, correction);
    before = correction.at;
    return correction;
  });
  const rates = last.size > 0 ? ratesByDate(days) : new Map<string, Rates>();
  for (const { date, code, new: logged } of last.values()) {
    const archived = rates.get(date)?.get(code) ?? null;
    if (archived === logged) continue;
    throw new FileError(
      path,
      `says that ${code} of ${date} is ${logged ?? 'removed'}, but the archive has ${archived ?? 'no value'}`,
    );
  }
  return corrections;
}

function parseLine(line: string): Correction | undefined {
  const [date = '', code = '', old = '', now = '', at = '', ...others] = line.split(',');
  const values = [old, now].map((cell) => (cell === '' ? null : (parseRate(cell) ?? NaN)));
  if (!isDate(date) || !CODE.test(code) || !isInstant(at) || others.length > 0) return undefined;
  if (old === now || values.some(Number.isNaN)) return undefined;
  const [before = null, after = null] = values;
  return { date, code, old: before, new: after, at };
}
