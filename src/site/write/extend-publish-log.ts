import { proofPaths } from '../../api/paths.ts';
import type { PublishEntry } from '../../api/documents/publish-entry.ts';
import { beginOfLine, logLineOf, type LogLine } from '../../api/query/publish-log.ts';
import { serialize } from '../../api/serialize.ts';
import { sha256 } from '../checksums.ts';

export interface ExtendedLog {
  /** The body of `receipts/newest.json`. */
  readonly newest: string;
  /** The SHA-256 of `SHA256SUMS`, which lists `receipts/newest.json`. */
  readonly sha256sums: string;
  /** The files of the publish log, one for each year: bodies by path. */
  readonly years: ReadonlyMap<string, string>;
}

/**
 * Extends the publish log by one entry. If nothing has changed since the last entry, the log stays the same.
 *
 * @param sumWith writes `SHA256SUMS` for a text of `receipts/newest.json`, and returns the SHA-256 of `SHA256SUMS`. It
 *   may be called twice. The last call gets the text that this function returns as `newest`
 */
export function extendPublishLog(
  lines: readonly LogLine[],
  facts: Omit<PublishEntry, 'previous'>,
  sumWith: (newest: string) => string,
): ExtendedLog {
  const last = lines.at(-1);
  if (last) {
    const newest = serialize({ ...facts, previous: last.previous });
    // If the facts have changed, the log needs a new entry, so `SHA256SUMS` isn't written for this text.
    const sha256sums = last.text.startsWith(beginOfLine(newest)) ? sumWith(newest) : undefined;
    if (sha256sums !== undefined && last.text === logLineOf(newest, sha256sums)) {
      return { newest, sha256sums, years: filesOf(lines) };
    }
  }
  const newest = serialize({ ...facts, previous: last ? sha256(last.text) : null });
  const sha256sums = sumWith(newest);
  const line = { text: logLineOf(newest, sha256sums), date: facts.date };
  return { newest, sha256sums, years: filesOf([...lines, line]) };
}

function filesOf(lines: readonly Pick<LogLine, 'text' | 'date'>[]): Map<string, string> {
  const years = Map.groupBy(lines, ({ date }) => date.slice(0, 4));
  return new Map(
    Array.from(years, ([year, ofYear]) => [
      proofPaths.publishLogYear(year),
      ofYear.map(({ text }) => `${text}\n`).join(''),
    ]),
  );
}
