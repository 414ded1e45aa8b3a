import pRetry from 'p-retry';
import { addressBelow } from '../dataset/address.ts';
import { pagesLimits } from '../site/host-limits.ts';
import { bytesOf, LargeAnswerError } from './bytes-of.ts';
import { fetchFailure } from './fetch-failure.ts';

/** An answer to a question over HTTP, or why there is none. */
export type Answer =
  { readonly response: Response; readonly bytes: Buffer; readonly failure?: undefined } | { readonly failure: string };

/** No file of a site has more bytes. */
const MOST_BYTES = pagesLimits.fileBytes;

/**
 * Asks a running instance as a page of another origin would. A connection that fails is tried again: the deployment may
 * be seconds old.
 *
 * @throws the signal's reason
 */
export async function get(url: string, stop: AbortSignal): Promise<Answer> {
  const tryOnce = async () => {
    const headers = { Origin: 'https://elsewhere.example' };
    const signal = AbortSignal.any([stop, AbortSignal.timeout(10_000)]);
    const response = await fetch(url, { headers, signal });
    return { response, bytes: await bytesOf(response, MOST_BYTES) };
  };
  try {
    return await pRetry(tryOnce, {
      retries: 2,
      minTimeout: 1000,
      shouldRetry: ({ error }) => !(error instanceof LargeAnswerError),
      signal: stop,
    });
  } catch (error) {
    stop.throwIfAborted();
    return { failure: fetchFailure(error) };
  }
}

/** Asks an instance for a path. */
export type Ask = (path: string) => Promise<Answer>;

/** @param address the instance's base address */
export function askAt(address: string, stop: AbortSignal): Ask {
  return (path) => get(addressBelow(address, path), stop);
}
