import { paths } from '../documents/paths.ts';
import type { ReceiptLine } from '../documents/receipt.ts';
import { SHA256 } from '../text/digests.ts';
import { sha256 } from './checksums.ts';

/*
 * The receipts: a line of JSON for each state of the site, in a file a year. Each line holds the hash of the one before, so
 * that none can be changed or taken out without changing all that follow. Read here without a package: the workflow's job
 * that keeps them has none.
 */

/** A line as it is published, and what every version's lines say. */
export interface ReceiptLink extends Pick<ReceiptLine, 'date' | 'previous' | 'sha256sums'> {
  readonly text: string;
}

/** Receipts are none, or no chain. The message is one line. */
export class ReceiptsError extends Error {
  override readonly name = 'ReceiptsError';
  /** The file. */
  readonly path: string;
  /** What is wrong with it. */
  readonly problem: string;

  constructor(path: string, problem: string) {
    super(`${path} ${problem}`);
    this.path = path;
    this.problem = problem;
  }
}

/** Bytes of a year's file: a line has about 600, and there are a few a day at most. */
export const MOST_RECEIPTS_BYTES = 8 * 1024 * 1024;

/**
 * Reads the receipts of some years, and checks that they are one chain from its beginning on.
 *
 * @param years the earliest first
 * @param textOf a file's text, by its path in the site
 * @throws {ReceiptsError} naming the first line that is not as it should be
 */
export function readReceipts(years: readonly string[], textOf: (path: string) => string): ReceiptLink[] {
  const links: ReceiptLink[] = [];
  for (const year of years) {
    const path = paths.receiptsYear(year);
    const lines = textOf(path).split('\n');
    if (lines.pop() !== '' || lines.length === 0) throw new ReceiptsError(path, 'is cut off: its last line has no end');
    for (const [index, text] of lines.entries()) {
      const link = { text, ...parseLine(text, path, index + 1) };
      const before = links.at(-1);
      const follows =
        link.date.startsWith(`${year}-`) &&
        link.date >= (before?.date ?? '') &&
        link.previous === (before ? sha256(before.text) : null);
      if (!follows) throw new ReceiptsError(path, `line ${index + 1} does not follow on the one before`);
      links.push(link);
    }
  }
  return links;
}

const DATE = /^\d{4}-\d\d-\d\d$/;

/** What every version's lines say; one of another version may say more, or other things beside. */
function parseLine(text: string, path: string, number: number): Omit<ReceiptLink, 'text'> {
  let line: Partial<Record<keyof ReceiptLink, unknown>> | null;
  try {
    line = JSON.parse(text) as typeof line;
  } catch {
    throw new ReceiptsError(path, `line ${number} is not JSON`);
  }
  const { date, previous, sha256sums } = line ?? {};
  if (isLike(date, DATE) && (previous === null || isLike(previous, SHA256)) && isLike(sha256sums, SHA256)) {
    return { date, previous, sha256sums };
  }
  throw new ReceiptsError(path, `line ${number} is no receipt: it needs date, previous and sha256sums`);
}

function isLike(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value);
}

/** The last line: `receipts/newest.json` and the SHA-256 of the `SHA256SUMS` that lists it. */
export function lineOf(newest: string, sha256sums: string): string {
  return `${beginOfLine(newest)},"sha256sums":"${sha256sums}"}`;
}

/** A line up to where the hash of `SHA256SUMS` follows. */
export function beginOfLine(newest: string): string {
  return newest.replace(/\}\n$/, '');
}
