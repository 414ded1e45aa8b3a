import { EARLIEST, isDate, isInstant } from '../../money/calendar.ts';
import { SHA256 } from '../../text/digests.ts';
import { parseJson } from '../../text/json/parse-json.ts';
import { FileError } from '../../text/site-problem.ts';
import { proofPaths } from '../paths.ts';
import type { PublishEntry } from '../documents/publish-entry.ts';
import { check } from './check.ts';
import { jsonFile, type PublishedFile } from './published-file.ts';

/*
 * The publish log: one line of JSON per publish, in one file per year. Each line has the hash of the previous line, so
 * changing or removing a line changes all lines after it.
 */

/** A line of the publish log: its text, and the fields that every version of the code writes. */
export interface LogLine extends Pick<PublishEntry, 'date' | 'previous'> {
  readonly text: string;
  /** SHA-256 of the file `SHA256SUMS` of the line's publish. */
  readonly sha256sums: string;
}

export interface LogYear {
  readonly year: string;
  readonly lines: readonly LogLine[];
}

/** Maximum size of a year's publish log in bytes, the host's limit for a file. A day has a few lines of 600 bytes. */
export const MAX_LOG_BYTES = 25 * 1024 * 1024;

/** Maximum size of `SHA256SUMS` in bytes, the host's limit for a file. `SHA256SUMS` has up to 14 MB. */
export const MAX_CHECKSUMS_BYTES = 25 * 1024 * 1024;

/**
 * Parses the publish log of a year. Lines that another version wrote may have further fields.
 *
 * @throws {FileError} for the first line that isn't a valid entry
 */
export function parseLogYear(year: string, text: string): LogYear {
  const path = proofPaths.publishLogYear(year);
  const texts = text.split('\n');
  if (texts.pop() !== '' || texts.length === 0) throw new FileError(path, 'is cut off before the end of its last line');
  return { year, lines: texts.map((text, index) => parseLine(text, path, `line ${index + 1}`)) };
}

function parseLine(text: string, path: string, where: string): LogLine {
  const { date, previous, sha256sums } = (parseJson(text) ?? {}) as Readonly<Record<string, unknown>>;
  if (isDate(date) && (previous === null || isHash(previous)) && isHash(sha256sums)) {
    return { text, date, previous, sha256sums };
  }
  throw new FileError(path, `${where} is invalid`);
}

/** When the newest day of a line's publish was downloaded, ISO 8601 UTC; undefined if the line doesn't say it. */
export function timeOfLine({ text }: Pick<LogLine, 'text'>): string | undefined {
  const { retrieved_at } = (parseJson(text) ?? {}) as Readonly<Record<string, unknown>>;
  return isInstant(retrieved_at) ? retrieved_at : undefined;
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && SHA256.test(value);
}

/**
 * Checks that the lines of all years form one chain from the first line on.
 *
 * @throws {FileError} for the first line that doesn't follow the previous line
 */
export function assertChain(years: readonly LogYear[], sha256: (text: string) => string): void {
  let before: LogLine | undefined;
  for (const { year, lines } of years) {
    for (const [index, line] of lines.entries()) {
      const follows =
        line.date.startsWith(`${year}-`) &&
        line.date >= (before?.date ?? EARLIEST) &&
        line.previous === (before ? sha256(before.text) : null);
      if (!follows) {
        throw new FileError(proofPaths.publishLogYear(year), `line ${index + 1} does not follow the previous line`);
      }
      before = line;
    }
  }
}

export function newestEntryFile(): PublishedFile<PublishEntry> {
  return jsonFile(proofPaths.newestEntry, (entry: PublishEntry) => {
    check(isDate(entry.date) && isInstant(entry.retrieved_at));
    return entry;
  });
}

/** The last line of the publish log: `receipts/newest.json` with the SHA-256 of the `SHA256SUMS` that lists it. */
export function logLineOf(newest: string, sha256sums: string): string {
  return `${beginOfLine(newest)},"sha256sums":"${sha256sums}"}`;
}

/** `receipts/newest.json` as it was when this line was the last line. */
export function newestOf({ text, sha256sums }: LogLine): string {
  return text.replace(`,"sha256sums":"${sha256sums}"}`, '}\n');
}

/** The beginning of the last line, up to the hash of `SHA256SUMS`. */
export function beginOfLine(newest: string): string {
  return newest.replace(/\}\n$/, '');
}
