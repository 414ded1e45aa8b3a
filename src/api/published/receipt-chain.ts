import { isDate } from '../../rates/calendar.ts';
import { SHA256 } from '../../text/digests.ts';
import { parseJson } from '../../text/parse-json.ts';
import { FileError } from '../../text/site-problem.ts';
import { proofPaths } from '../paths.ts';
import type { Receipt } from '../documents/receipt.ts';

/*
 * The publish log: one line of JSON per publish, in one file per year. Each line has the hash of the previous line, so
 * changing or removing a line changes all lines after it.
 */

/** A line of the publish log: its text, and the fields that every version of the code writes. */
export interface LogEntry extends Pick<Receipt, 'date' | 'previous'> {
  readonly text: string;
  /** SHA-256 of the file `SHA256SUMS` of the line's publish. */
  readonly sha256sums: string;
}

export interface ReceiptsYear {
  readonly year: string;
  readonly links: readonly LogEntry[];
}

/** Maximum size of a year's publish log in bytes, the host's limit for a file. A day has a few lines of 600 bytes. */
export const MAX_RECEIPTS_BYTES = 25 * 1024 * 1024;

/** Maximum size of `SHA256SUMS` in bytes, the host's limit for a file. `SHA256SUMS` has up to 14 MB. */
export const MAX_CHECKSUMS_BYTES = 25 * 1024 * 1024;

/**
 * Parses the publish log of a year. Lines that another version wrote may have further fields.
 *
 * @throws {FileError} for the first line that isn't a valid entry
 */
export function parseReceiptsYear(year: string, text: string): ReceiptsYear {
  const path = proofPaths.receiptsYear(year);
  const lines = text.split('\n');
  if (lines.pop() !== '' || lines.length === 0) throw new FileError(path, 'is cut off before the end of its last line');
  return { year, links: lines.map((line, index) => parseLink(line, path, `line ${index + 1}`)) };
}

function parseLink(text: string, path: string, where: string): LogEntry {
  const { date, previous, sha256sums } = (parseJson(text) ?? {}) as Readonly<Record<string, unknown>>;
  if (isDate(date) && (previous === null || isHash(previous)) && isHash(sha256sums)) {
    return { text, date, previous, sha256sums };
  }
  throw new FileError(path, `${where} is invalid`);
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && SHA256.test(value);
}

/**
 * Checks that the lines of all years form one chain from the first line on.
 *
 * @throws {FileError} for the first line that doesn't follow the previous line
 */
export function assertChain(years: readonly ReceiptsYear[], sha256: (text: string) => string): void {
  let before: LogEntry | undefined;
  for (const { year, links } of years) {
    for (const [index, link] of links.entries()) {
      const follows =
        link.date.startsWith(`${year}-`) &&
        link.date >= (before?.date ?? '') &&
        link.previous === (before ? sha256(before.text) : null);
      if (!follows) {
        throw new FileError(proofPaths.receiptsYear(year), `line ${index + 1} does not follow the previous line`);
      }
      before = link;
    }
  }
}

/** The last line of the publish log: `receipts/newest.json` with the SHA-256 of the `SHA256SUMS` that lists it. */
export function logLineOf(newest: string, sha256sums: string): string {
  return `${beginOfLine(newest)},"sha256sums":"${sha256sums}"}`;
}

/** `receipts/newest.json` as it was when this line was the last line. */
export function newestOf({ text, sha256sums }: LogEntry): string {
  return text.replace(`,"sha256sums":"${sha256sums}"}`, '}\n');
}

/** The beginning of the last line, up to the hash of `SHA256SUMS`. */
export function beginOfLine(newest: string): string {
  return newest.replace(/\}\n$/, '');
}
