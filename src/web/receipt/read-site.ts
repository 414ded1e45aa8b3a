import { archiveFile, currencyListFile, todayFile } from '../../api/published/market-files.ts';
import { FileProblem, readFile, type ReadText, valueOrThrow } from '../../api/receipt/file-problem.ts';
import { ask } from '../shared/ask.ts';
import { KEPT } from '../shared/kept-answers.ts';
import type { Sha256 } from './published-versions.ts';
import type { ReceiptSite } from './receipt-site.ts';

/** Timeout of a request, in milliseconds. */
const PATIENCE = 60_000;

/** Maximum bytes of a file, the host's limit. */
const MAX_BYTES = 25 * 1024 * 1024;

/** Loads a file of this site. Uses a cached copy only if the host confirms that the file is unchanged. */
export const readText: ReadText = async (path) => {
  const options = { signal: AbortSignal.timeout(PATIENCE), most: MAX_BYTES, cache: 'no-cache' } as const;
  const { status, headers, text, complete } = await ask(`/${path}`, options).catch((error: unknown) => {
    const isSlow = error instanceof DOMException && error.name === 'TimeoutError';
    throw FileProblem.unreachable(path, isSlow ? `no response within ${PATIENCE / 1000} seconds` : 'are you online?');
  });
  if (headers.has(KEPT)) throw FileProblem.unreachable(path, 'are you online?');
  if (status === 404) throw FileProblem.absent(path);
  if (status !== 200) throw FileProblem.unreachable(path, `status ${status}`);
  if (!complete) throw new FileProblem(`/${path} is too large. It has more than ${MAX_BYTES} bytes.`);
  return text;
};

/** Loads the site's data that every receipt needs. @throws {FileProblem} */
export async function readSite(): Promise<ReceiptSite> {
  const [archive, list] = await Promise.all([
    readFile(readText, archiveFile()),
    readFile(readText, currencyListFile()),
  ]);
  return { archive: valueOrThrow(archive), day: valueOrThrow(await readFile(readText, todayFile(valueOrThrow(list)))) };
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
