import pRetry from 'p-retry';
import { getGlobalDispatcher, interceptors, request } from 'undici';
import { addressBelow } from '../../http/address.ts';
import { pagesLimits } from '../../site/host-limits.ts';
import { bytesOf, LargeAnswerError } from '../../http/bytes-of.ts';
import { fetchFailure } from '../../http/fetch-failure.ts';
import { visitorHeaders } from './visitor.ts';

/** An answer to a question over HTTP, or why there is none. */
export type Answer =
  { readonly response: Response; readonly bytes: Buffer; readonly failure?: undefined } | { readonly failure: string };

export interface GetOptions {
  /** @default 'GET' */
  readonly method?: 'GET' | 'HEAD' | 'OPTIONS';
  /**
   * How many redirects are followed, one after the other.
   * @default 5
   */
  readonly redirects?: number;
}

/** No file of a site has more bytes. */
const MOST_BYTES = pagesLimits.fileBytes;

/** Statuses whose body is of no interest. Hosts name an encoding for it even if it is empty. */
const WITHOUT_BODY = [204, 301, 302, 303, 304, 307, 308];

/**
 * Asks a running instance as one of its visitors would. A connection that fails is tried again: the deployment may be
 * seconds old.
 *
 * @throws the signal's reason
 */
export async function get(
  url: string,
  stop: AbortSignal,
  { method = 'GET', redirects = 5 }: GetOptions = {},
): Promise<Answer> {
  const tryOnce = async () => {
    const dispatcher = getGlobalDispatcher().compose(
      interceptors.redirect({ maxRedirections: redirects }),
      interceptors.decompress({ maxSize: MOST_BYTES, skipErrorResponses: false, skipStatusCodes: WITHOUT_BODY }),
    );
    const signal = AbortSignal.any([stop, AbortSignal.timeout(10_000)]);
    // Not fetch: its requests have headers that no other program sends.
    const answer = await request(url, { method, headers: visitorHeaders(), dispatcher, signal });
    const headers = Object.entries(answer.headers).flatMap(([name, values = []]) =>
      [values].flat().map((value): [string, string] => [name, value]),
    );
    const response = new Response(null, { status: answer.statusCode, headers });
    const { body } = answer;
    if (!WITHOUT_BODY.includes(response.status)) return { response, bytes: await bytesOf(body, MOST_BYTES) };
    await body.dump();
    return { response, bytes: Buffer.of() };
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
