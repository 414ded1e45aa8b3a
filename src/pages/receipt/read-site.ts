import type { ArchiveIndex } from '../../api/documents/archive-index.ts';
import { archiveFile, type PublishedDay, readToday } from '../../api/query/market-files.ts';
import { allOf } from '../../api/query/all-of.ts';
import { readFile, type ReadText } from '../../api/explain/site-over.ts';
import { LoadError } from '../../api/explain/unreadable.ts';
import { ask } from '../frame/ask.ts';
import { KEPT } from '../frame/kept-answers.ts';
import type { Sha256 } from './published-versions.ts';

/** Timeout of a request, in milliseconds. */
const PATIENCE = 60_000;

/** Maximum bytes of a file, the host's limit. */
const MAX_BYTES = 25 * 1024 * 1024;

/** Loads a file of this site. Uses a cached copy only if the host confirms that the file is unchanged. */
export const readText: ReadText = async (path) => {
  const options = { signal: AbortSignal.timeout(PATIENCE), most: MAX_BYTES, cache: 'no-cache' } as const;
  const { status, headers, text, complete } = await ask(`/${path}`, options).catch((error: unknown) => {
    const isSlow = error instanceof DOMException && error.name === 'TimeoutError';
    throw LoadError.unreachable(path, isSlow ? `no response within ${PATIENCE / 1000} seconds` : 'are you online?');
  });
  if (headers.has(KEPT)) throw LoadError.unreachable(path, 'are you online?');
  if (status === 404) throw LoadError.missing(path);
  if (status !== 200) throw LoadError.unreachable(path, `status ${status}`);
  if (!complete) {
    throw new LoadError(path, 'is too large', `/${path} is too large. It has more than ${MAX_BYTES} bytes.`);
  }
  return text;
};

/** The site's data that every receipt needs. */
export interface ReceiptSite {
  readonly archive: ArchiveIndex;
  readonly day: PublishedDay;
}

/** @throws {FileError} */
export async function readSite(): Promise<ReceiptSite> {
  const [archive, day] = await allOf([readFile(readText, archiveFile()), readToday(readText)]);
  return { archive, day };
}

/**
 * Maximum size in bytes of the list of rejected values for which it's read before the check, so that a receipt loads at
 * most 300 kB. The list grows by about 15 kB a year.
 */
export const MAX_REJECTED_BYTES = 100_000;

/** Whether the list of rejected values is short enough to be read before the check. */
export function readsRejected({ rejected }: ArchiveIndex): boolean {
  return rejected.bytes <= MAX_REJECTED_BYTES;
}

/** The size of a file in bytes; undefined if the host doesn't say it, or if it sends the file compressed. */
export async function sizeOf(path: string): Promise<number | undefined> {
  try {
    const { ok, headers } = await fetch(`/${path}`, { method: 'HEAD', signal: AbortSignal.timeout(PATIENCE) });
    const size = headers.get('Content-Length');
    return ok && size !== null && !headers.has('Content-Encoding') ? Number(size) : undefined;
  } catch {
    // The size is only a hint.
    return undefined;
  }
}

/** Undefined on insecure pages, where browsers don't compute hashes. */
const subtle = crypto.subtle as SubtleCrypto | undefined;

export const sha256: Sha256 | undefined =
  subtle &&
  (async (text) => {
    const digest = await subtle.digest('SHA-256', new TextEncoder().encode(text));
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  });
