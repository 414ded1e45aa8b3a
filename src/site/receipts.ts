import type { z } from 'zod';
import { paths } from '../documents/paths.ts';
import { type Receipt, type ReceiptLine, receiptLineSchema } from '../documents/receipt.ts';
import { serialize } from '../documents/serialize.ts';
import { firstIssue } from '../text/first-issue.ts';
import { sha256 } from './checksums.ts';

/*
 * The receipts: a line of JSON for each state of the site, in a file a year. Each line holds the hash of the one before, so
 * that none can be changed or taken out without changing all that follow.
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
      const { date, previous, sha256sums } = parse(anyLineSchema, text, path, `line ${index + 1} `);
      const before = links.at(-1);
      const follows =
        date.startsWith(`${year}-`) &&
        date >= (before?.date ?? '') &&
        previous === (before ? sha256(before.text) : null);
      if (!follows) throw new ReceiptsError(path, `line ${index + 1} does not follow on the one before`);
      links.push({ text, date, previous, sha256sums });
    }
  }
  return links;
}

/** Another version's lines may say more, or other things beside. */
const anyLineSchema = receiptLineSchema.pick({ date: true, previous: true, sha256sums: true }).strip();

/**
 * What a line says in full.
 *
 * @throws {ReceiptsError} where it is one of another version that cannot be read
 */
export function parseReceipt({ text, date }: ReceiptLink): ReceiptLine {
  return parse(receiptLineSchema.strip(), text, paths.receiptsYear(date.slice(0, 4)), 'last line ');
}

function parse<T extends z.ZodType>(schema: T, text: string, path: string, where: string): z.infer<T> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ReceiptsError(path, `${where}is not JSON`);
  }
  const { data, error } = schema.safeParse(value);
  if (error) throw new ReceiptsError(path, `${where}is no receipt: ${firstIssue(error)}`);
  return data;
}

/** The receipts of a site. */
export interface IssuedReceipts {
  /** Whether the last line was added; else the site is what it was. */
  readonly isNew: boolean;
  /** `receipts/newest.json`, */
  readonly newest: string;
  /** the SHA-256 of the `SHA256SUMS` that lists it, */
  readonly sha256sums: string;
  /** and the files of the years, by their paths. */
  readonly years: ReadonlyMap<string, string>;
}

/**
 * The receipts of a site that goes on from one that is published: the same, where nothing of it has changed; else with one
 * more line.
 *
 * @param links the published ones
 * @param facts what the site is made of
 * @param sumWith the SHA-256 of `SHA256SUMS` of the whole site with such a `receipts/newest.json`; what it was asked last
 *   is what is issued
 */
export function issueReceipts(
  links: readonly ReceiptLink[],
  facts: Omit<Receipt, 'previous'>,
  sumWith: (newest: string) => string,
): IssuedReceipts {
  const last = links.at(-1);
  if (last) {
    const newest = serialize({ ...facts, previous: last.previous });
    // With other facts it is another site, whatever its sum.
    const sha256sums = last.text.startsWith(beginOfLine(newest)) ? sumWith(newest) : undefined;
    if (sha256sums !== undefined && last.text === lineOf(newest, sha256sums)) {
      return { isNew: false, newest, sha256sums, years: filesOf(links) };
    }
  }
  const newest = serialize({ ...facts, previous: last ? sha256(last.text) : null });
  const sha256sums = sumWith(newest);
  const line = { text: lineOf(newest, sha256sums), date: facts.date };
  return { isNew: true, newest, sha256sums, years: filesOf([...links, line]) };
}

/** The last line: `receipts/newest.json` and the SHA-256 of the `SHA256SUMS` that lists it. */
export function lineOf(newest: string, sha256sums: string): string {
  return `${beginOfLine(newest)},"sha256sums":"${sha256sums}"}`;
}

function beginOfLine(newest: string): string {
  return newest.replace(/\}\n$/, '');
}

function filesOf(links: readonly Pick<ReceiptLink, 'text' | 'date'>[]): Map<string, string> {
  const years = Map.groupBy(links, ({ date }) => date.slice(0, 4));
  return new Map(
    Array.from(years, ([year, ofYear]) => [paths.receiptsYear(year), ofYear.map(({ text }) => `${text}\n`).join('')]),
  );
}
