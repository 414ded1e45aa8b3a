import { isDate } from '../../rates/calendar.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { SHA256 } from '../../text/digests.ts';
import { parseJson } from '../../text/parse-json.ts';
import { FileError } from '../../text/site-problem.ts';
import { quote } from '../../text/quote.ts';
import { paths, proofPaths } from '../format/paths.ts';
import { isMatch } from './published-files.ts';
import type { Receipt } from '../documents/receipt.ts';

/*
 * The receipts: a line of JSON for each state of the site, in a file a year. Each line holds the hash of the one before, so
 * that none can be changed or taken out without changing all that follow. What is read here is what makes them a chain, by
 * hand, for a page reads them as well.
 */

/** A line as it is published, and what every version's lines say. */
export interface ReceiptLink extends Pick<Receipt, 'date' | 'previous'> {
  readonly text: string;
  /** The SHA-256 of the `SHA256SUMS` of the site that it is of. */
  readonly sha256sums: string;
}

export interface ReceiptsYear {
  readonly year: string;
  readonly links: readonly ReceiptLink[];
}

/** Bytes of a year's file, as a host takes them: a line has about 600, and there are a few a day at most. */
export const MAX_RECEIPTS_BYTES = 25 * 1024 * 1024;

/** Bytes of `SHA256SUMS`, as a host takes them: a site without a limit has 14 MB. */
export const MAX_CHECKSUMS_BYTES = 25 * 1024 * 1024;

/**
 * Reads a year's file. Another version's lines may say more, or other things beside.
 *
 * @throws {FileError} naming the first line that isn't a receipt
 */
export function parseReceiptsYear(year: string, text: string): ReceiptsYear {
  const path = proofPaths.receiptsYear(year);
  const lines = text.split('\n');
  if (lines.pop() !== '' || lines.length === 0) throw new FileError(path, 'is cut off: its last line has no end');
  return { year, links: lines.map((line, index) => parseLink(line, path, `line ${index + 1}`)) };
}

function parseLink(text: string, path: string, where: string): ReceiptLink {
  const value = parseJson(text);
  if (value === undefined) throw new FileError(path, `${where} is not JSON`);
  const { date, previous, sha256sums } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (!isDate(date)) throw new FileError(path, `${where} is no receipt: no date`);
  if (previous !== null && !isMatch(SHA256, previous)) throw new FileError(path, `${where} is no receipt: no previous`);
  if (!isMatch(SHA256, sha256sums)) throw new FileError(path, `${where} is no receipt: no sha256sums`);
  return { text, date, previous, sha256sums };
}

/**
 * Checks that the receipts of some years are one chain from its beginning on.
 *
 * @throws {FileError} naming the first line that does not follow on the one before
 */
export function assertChain(years: readonly ReceiptsYear[], sha256: (text: string) => string): void {
  let before: ReceiptLink | undefined;
  for (const { year, links } of years) {
    for (const [index, link] of links.entries()) {
      const follows =
        link.date.startsWith(`${year}-`) &&
        link.date >= (before?.date ?? '') &&
        link.previous === (before ? sha256(before.text) : null);
      if (!follows) {
        throw new FileError(proofPaths.receiptsYear(year), `line ${index + 1} does not follow on the one before`);
      }
      before = link;
    }
  }
}

export interface VouchedFor extends Pick<Snapshot, 'retrievedAt' | 'checkedAt' | 'mirror'> {
  readonly isStale: boolean;
}

/** What another file of the site says about where the rates in `api/v1/rates.json` come from. */
export interface Voucher {
  readonly path: string;
  /** Undefined if it doesn't say, as in early versions. */
  readonly retrievedAt?: string | undefined;
  readonly url?: string | undefined;
  /** Null if the rates aren't stale. */
  readonly staleSince?: string | null | undefined;
}

/**
 * Checks what is read back from `api/v1/rates.json`. No hash covers that file, because each check of the source changes it.
 * So a field counts only if a file with a hash says the same.
 */
export function assertVouchedFor({ retrievedAt, checkedAt, isStale, mirror }: VouchedFor, voucher: Voucher): void {
  const path = paths.referenceRates;
  for (const [field, value, expected = value] of [
    ['retrieved_at', retrievedAt, voucher.retrievedAt],
    ['source.mirror', mirror, voucher.url],
  ] as const) {
    if (value === expected) continue;
    throw new FileError(path, `has ${field} ${quote(value)}, but ${voucher.path} has ${quote(expected)}`);
  }
  if (voucher.staleSince !== undefined && isStale !== (voucher.staleSince !== null)) {
    throw new FileError(path, `has stale ${isStale}, but ${voucher.path} says otherwise`);
  }
  if (checkedAt < retrievedAt) throw new FileError(path, `has a checked_at before its retrieved_at: ${checkedAt}`);
}

/** The last line: `receipts/newest.json` and the SHA-256 of the `SHA256SUMS` that lists it. */
export function lineOf(newest: string, sha256sums: string): string {
  return `${beginOfLine(newest)},"sha256sums":"${sha256sums}"}`;
}

/** `receipts/newest.json` as it was when a line was the last one. */
export function newestOf({ text, sha256sums }: ReceiptLink): string {
  return text.replace(`,"sha256sums":"${sha256sums}"}`, '}\n');
}

/** A line up to where the hash of `SHA256SUMS` follows. */
export function beginOfLine(newest: string): string {
  return newest.replace(/\}\n$/, '');
}
