import { hash } from 'node:crypto';
import { paths } from '../documents/paths.ts';
import { SHA256 } from '../text/digests.ts';
import { quote } from '../text/quote.ts';

/** A file's path, a space, and the SHA-256 of its bytes: as texts they are in the order of their paths. */
export type Checksum = `${string} ${string}`;

/** The SHA-256 of a text in UTF-8, or of bytes. */
export function sha256(body: string | Uint8Array): string {
  return hash('sha256', body);
}

export function checksumOf(path: string, body: string | Uint8Array): Checksum {
  return `${path} ${sha256(body)}`;
}

/**
 * Whether `SHA256SUMS` has a file: each does that changes with the dataset or the code alone. `api/v1/rates.json` tells when
 * the source was last checked, and the last receipt holds the hash of `SHA256SUMS` itself.
 */
export function isListed(path: string): boolean {
  return path !== paths.referenceRates && path !== paths.checksums && !/^receipts\/\d{4}\.jsonl$/.test(path);
}

/** `SHA256SUMS`, in the form of `sha256sum -c`, in the order of the paths. */
export function renderChecksums(checksums: readonly Checksum[]): Buffer {
  // Bytes, not texts to be joined: of a hundred thousand lines these would take several times the memory.
  const file = Buffer.allocUnsafe(checksums.reduce((bytes, checksum) => bytes + Buffer.byteLength(checksum) + 2, 0));
  let end = 0;
  for (const checksum of checksums.toSorted()) {
    const space = checksum.length - DIGITS - 1;
    end += file.write(checksum.slice(space + 1), end, 'latin1');
    end += file.write('  ', end, 'latin1');
    end += file.write(checksum.slice(0, space), end);
    end += file.write('\n', end, 'latin1');
  }
  return file;
}

const DIGITS = 64;

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
