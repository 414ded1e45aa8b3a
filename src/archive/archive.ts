import type { Rates } from '../rates/snapshot.ts';

/** What the source said on a day. */
export interface ArchiveRow {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** Units per 1 USD, by code: the dataset's own numbers. */
  readonly rates: Rates;
}

/** The days that we have, the earliest first. */
export type Archive = readonly ArchiveRow[];

/**
 * The archive with one more day. Another edition of the newest day takes its place; a day that lies further back is only
 * added where there was none.
 *
 * @throws {RangeError} for another edition of a day that is not the newest
 */
export function withDay(archive: Archive, row: ArchiveRow): Archive {
  const at = archive.findLastIndex(({ date }) => date <= row.date);
  const known = archive[at]?.date === row.date;
  if (known && at < archive.length - 1) throw new RangeError(`${row.date} is in the archive, and not its newest day.`);
  return known ? archive.with(at, row) : archive.toSpliced(at + 1, 0, row);
}

/** What was known at the end of a day. */
export function upTo(archive: Archive, date: string): Archive {
  return archive.filter((row) => row.date <= date);
}

/**
 * What a later archive has lost of an earlier one, in a line each: it may only gain days, and have another edition of the
 * newest one.
 */
export function losses(before: Archive, after: Archive): string[] {
  const rows = new Map(after.map((row) => [row.date, row]));
  const newest = before.at(-1)?.date;
  return before.flatMap(({ date, rates }) => {
    const now = rows.get(date)?.rates;
    if (!now) return [`${date} is missing`];
    if (date === newest) return [];
    const changed = [...rates].filter(([code, rate]) => now.get(code) !== rate).map(([code]) => code);
    const added = [...now.keys()].filter((code) => !rates.has(code));
    return [...changed, ...added].length === 0 ? [] : [`${date} has changed: ${[...changed, ...added].join(', ')}`];
  });
}
