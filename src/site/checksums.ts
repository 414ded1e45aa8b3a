import { hash } from 'node:crypto';
import { paths } from '../documents/paths.ts';
import { SHA256 } from '../text/digests.ts';
import { quote } from '../text/quote.ts';

/** A file of the site, and the SHA-256 of its bytes in hexadecimal digits. */
export interface Checksum {
  readonly path: string;
  readonly sha256: string;
}

/** Bytes of a SHA-256. */
export const DIGEST_BYTES = 32;

/** The SHA-256 of a text in UTF-8, or of bytes. */
export function sha256(body: string | Uint8Array): string {
  return hash('sha256', body);
}

export function checksumOf(path: string, body: string | Uint8Array): Checksum {
  return { path, sha256: sha256(body) };
}

/**
 * Whether `SHA256SUMS` has a file: each does that changes with the dataset or the code alone. `api/v1/rates.json` tells when
 * the source was last checked, and the last receipt holds the hash of `SHA256SUMS` itself.
 */
export function isListed(path: string): boolean {
  return path !== paths.referenceRates && path !== paths.checksums && !/^receipts\/\d{4}\.jsonl$/.test(path);
}

/**
 * `SHA256SUMS`, in the form of `sha256sum -c`, in the order of the paths.
 *
 * @param few in any order
 * @param many in the order of their paths, made one by one: a list of all of them is never in memory
 * @throws {ChecksumsError} when it would be larger than it can be read back
 */
export function renderChecksums(few: Iterable<Checksum>, many: Iterable<Checksum> = []): Buffer {
  // Room for the largest one: the system gives memory only for what is written to.
  const file = Buffer.allocUnsafe(MOST_CHECKSUMS_BYTES);
  let end = 0;
  let text = '';
  const flush = () => {
    if (end + Buffer.byteLength(text) > file.length) throw new ChecksumsError('would be larger than a host takes');
    end += file.write(text, end);
    text = '';
  };
  for (const { path, sha256 } of merge([...few].sort(byPath), many)) {
    text += `${sha256}  ${path}\n`;
    if (text.length >= BLOCK) flush();
  }
  flush();
  return file.subarray(0, end);
}

/** Characters that are made bytes together: a line at a time takes twice as long. */
const BLOCK = 65_536;

function byPath(a: Checksum, b: Checksum): number {
  return a.path < b.path ? -1 : 1;
}

/** Two lists in the order of their paths, as one. */
function* merge(few: readonly Checksum[], many: Iterable<Checksum>): Generator<Checksum> {
  let next = 0;
  for (const checksum of many) {
    for (let other = few[next]; other && other.path < checksum.path; other = few[next]) {
      yield other;
      next++;
    }
    yield checksum;
  }
  yield* few.slice(next);
}

const DIGITS = 2 * DIGEST_BYTES;

/** `SHA256SUMS` is not what we write. The message is one line. */
export class ChecksumsError extends Error {
  override readonly name = 'ChecksumsError';
}

/** Bytes of the file, as a host takes them: a site without a limit has 14 MB. */
export const MOST_CHECKSUMS_BYTES = 25 * 1024 * 1024;

/** Characters of a line that a message repeats. */
const SHOWN = 80;

/** Plain names, none of them beginning with a dot but `.well-known`. */
const PATH = /^(\.well-known\/)?[\w-][\w.-]*(\/[\w-][\w.-]*)*$/;

/**
 * Reads `SHA256SUMS`. What we did not write is not used: least of all a path that leads elsewhere.
 *
 * @returns the SHA-256 of each file, by its path
 * @throws {ChecksumsError} naming the first line that is not as we write them
 */
export function parseChecksums(text: string): ReadonlyMap<string, string> {
  const lines = text.split('\n');
  if (lines.pop() !== '' || lines.length === 0) throw new ChecksumsError('is cut off: its last line has no end');
  const sums = new Map<string, string>();
  let before = '';
  for (const [index, line] of lines.entries()) {
    const [digest, path] = [line.slice(0, DIGITS), line.slice(DIGITS + 2)];
    const isSum = SHA256.test(digest) && line.slice(DIGITS, DIGITS + 2) === '  ' && PATH.test(path) && isListed(path);
    if (!isSum || path <= before) {
      throw new ChecksumsError(`line ${index + 1} is no file after the one before: ${quote(line, SHOWN)}`);
    }
    sums.set(path, digest);
    before = path;
  }
  return sums;
}
