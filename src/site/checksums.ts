import { createHash, hash } from 'node:crypto';
import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { paths, proofPaths } from '../api/format/paths.ts';
import { SHA256 } from '../text/digests.ts';
import { FileError } from '../text/site-problem.ts';
import { quote } from '../text/quote.ts';

/** A file of the site, and the SHA-256 of its bytes in hexadecimal digits. */
export interface Checksum {
  readonly path: string;
  readonly sha256: string;
}

export const DIGEST_BYTES = 32;

/** The SHA-256 of a text in UTF-8, or of bytes. */
export function sha256(body: string | Uint8Array): string {
  return hash('sha256', body);
}

const block = Buffer.allocUnsafe(65_536);

/** The SHA-256 of a file, which is never whole in memory. */
export function sha256OfFile(file: string): string {
  const sum = createHash('sha256');
  const descriptor = openSync(file, 'r');
  try {
    for (let bytes = readSync(descriptor, block); bytes > 0; bytes = readSync(descriptor, block)) {
      sum.update(block.subarray(0, bytes));
    }
  } finally {
    closeSync(descriptor);
  }
  return sum.digest('hex');
}

export function checksumOf(path: string, body: string | Uint8Array): Checksum {
  return { path, sha256: sha256(body) };
}

/**
 * Whether `SHA256SUMS` has a file: each does that changes with the dataset or the code alone. `api/v1/rates.json` tells when
 * the source was last checked, and the last receipt holds the hash of `SHA256SUMS` itself.
 */
export function isListed(path: string): boolean {
  return path !== paths.referenceRates && path !== proofPaths.checksums && !isReceiptsYear(path);
}

export function isReceiptsYear(path: string): boolean {
  return /^receipts\/\d{4}\.jsonl$/.test(path);
}

/** A line of `SHA256SUMS`, in the form of `sha256sum -c`. */
export function checksumLine({ path, sha256 }: Checksum): string {
  return `${sha256}  ${path}\n`;
}

/** Lines of `SHA256SUMS`, in the order of their paths. */
export function checksumLines(checksums: readonly Checksum[]): string {
  return checksums
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(checksumLine)
    .join('');
}

/** A file that was written block by block. */
export interface WrittenBlocks {
  readonly bytes: number;
  readonly sha256: string;
}

/** Writes a file that is never whole in memory. */
export function writeBlocks(file: string, blocks: Iterable<string>): WrittenBlocks {
  const sum = createHash('sha256');
  let bytes = 0;
  const descriptor = openSync(file, 'w');
  try {
    for (const block of blocks) {
      const ofBlock = Buffer.from(block);
      writeFileSync(descriptor, ofBlock);
      sum.update(ofBlock);
      bytes += ofBlock.length;
    }
  } finally {
    closeSync(descriptor);
  }
  return { bytes, sha256: sum.digest('hex') };
}

const DIGITS = 2 * DIGEST_BYTES;

/** Characters of a line that a message repeats. */
const SHOWN = 80;

/** What a file of a site may be called: plain names, none of them beginning with a dot but `.well-known`. */
export const PLAIN_PATH = /^(\.well-known\/)?[\w-][\w.-]*(\/[\w-][\w.-]*)*$/;

/**
 * Reads `SHA256SUMS`. What we did not write is not used: least of all a path that leads elsewhere.
 *
 * @returns the SHA-256 of each file, by its path
 */
export function parseChecksums(text: string): ReadonlyMap<string, string> {
  const lines = text.split('\n');
  if (lines.pop() !== '' || lines.length === 0) {
    throw new FileError(proofPaths.checksums, 'is cut off: its last line has no end');
  }
  const sums = new Map<string, string>();
  for (const [index, line] of lines.entries()) {
    const [digest, path] = [line.slice(0, DIGITS), line.slice(DIGITS + 2)];
    const isSum =
      SHA256.test(digest) && line.slice(DIGITS, DIGITS + 2) === '  ' && PLAIN_PATH.test(path) && isListed(path);
    if (!isSum || sums.has(path)) {
      throw new FileError(proofPaths.checksums, `line ${index + 1} is no file, or one twice: ${quote(line, SHOWN)}`);
    }
    sums.set(path, digest);
  }
  return sums;
}
