import { addressBelow } from '../../text/address.ts';
import { HttpError, type HttpResponse, request, type RequestOptions } from '../../download/http/request.ts';
import { pagesLimits } from '../host-limits.ts';

/** A response, or why there is none. */
export type RequestOutcome =
  | { readonly response: HttpResponse; readonly failure?: undefined }
  | { readonly failure: string; readonly response?: undefined };

/**
 * Sends a request to a running instance. Any status counts as a response. Half of the requests have an `Origin`, like a
 * web page's, because hosts and proxies may respond to them with other headers.
 */
export async function get(
  url: string,
  signal: AbortSignal,
  options: Pick<RequestOptions, 'method' | 'redirects'> = {},
): Promise<RequestOutcome> {
  try {
    // No valid response is larger than the largest file that Cloudflare Pages allows.
    const maxBytes = pagesLimits.fileBytes;
    const headers = Math.random() < 0.5 ? { Origin: 'https://page.example' } : {};
    return { response: await request(url, { ...options, maxBytes, headers, signal, accepts: () => true }) };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { failure: error.message };
  }
}

/** Does some work with each item, in the order of the list, with a few at once. */
export async function withEach<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const workOn = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, workOn));
}

export type Method = 'GET' | 'HEAD' | 'OPTIONS';

export type Ask = (path: string, method?: Method) => Promise<RequestOutcome>;

/** @param options whether redirects are followed, as by default */
export function askAt(address: string, stop: AbortSignal, options: Pick<RequestOptions, 'redirects'> = {}): Ask {
  return (path, method = 'GET') => get(addressBelow(address, path), stop, { ...options, method });
}
