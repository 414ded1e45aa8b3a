import { hash } from 'node:crypto';
import { paths, proofPaths } from '../api/paths.ts';
import { SHA256 } from '../text/digests.ts';
import { FileError } from '../text/site-problem.ts';
import { described } from '../text/quote.ts';

/** A file of the site and the SHA-256 of its bytes in hexadecimal. */
export interface Checksum {
  readonly path: string;
  readonly sha256: string;
}

/** The SHA-256 of a text in UTF-8, or of bytes. */
export function sha256(body: string | Uint8Array): string {
  return hash('sha256', body);
}

export function checksumOf(path: string, body: string | Uint8Array): Checksum {
  return { path, sha256: sha256(body) };
}

/**
 * Whether `SHA256SUMS` lists a file. It lists all files except:
 * - `api/v1/rates.json`, because every check of the source changes this file,
 * - `SHA256SUMS` itself,
 * - the publish log, because it contains the hash of `SHA256SUMS`.
 */
export function isListed(path: string): boolean {
  return path !== paths.referenceRates && path !== proofPaths.checksums && !isLogYear(path);
}

export function isLogYear(path: string): boolean {
  return /^receipts\/\d{4}\.jsonl$/.test(path);
}

/** A line of `SHA256SUMS`, in the format that `sha256sum -c` reads. */
export function checksumLine({ path, sha256 }: Checksum): string {
  return `${sha256}  ${path}\n`;
}

/** Lines of `SHA256SUMS`, sorted by path. */
export function checksumLines(checksums: readonly Checksum[]): string {
  return checksums
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(checksumLine)
    .join('');
}

/** Number of hexadecimal digits of a SHA-256. */
const DIGITS = 64;

/** Valid paths in a site: plain names without a leading dot, except `.well-known`. */
export const PLAIN_PATH = /^(\.well-known\/)?[\w-][\w.-]*(\/[\w-][\w.-]*)*$/;

/**
 * Parses `SHA256SUMS` and rejects everything that Ratesheet wouldn't write, especially paths that lead out of the site.
 *
 * @returns the SHA-256 of each file, by path
 */
export function parseChecksums(text: string): ReadonlyMap<string, string> {
  const lines = text.split('\n');
  if (lines.pop() !== '' || lines.length === 0) {
    throw new FileError(proofPaths.checksums, 'is cut off before the end of its last line');
  }
  const sums = new Map<string, string>();
  for (const [index, line] of lines.entries()) {
    const [digest, path] = [line.slice(0, DIGITS), line.slice(DIGITS + 2)];
    const isSum =
      SHA256.test(digest) && line.slice(DIGITS, DIGITS + 2) === '  ' && PLAIN_PATH.test(path) && isListed(path);
    if (!isSum || sums.has(path)) {
      throw new FileError(proofPaths.checksums, `line ${index + 1} is invalid or a duplicate: ${described(line)}`);
    }
    sums.set(path, digest);
  }
  return sums;
}
