import { addressBelow } from '../../http/address.ts';
import { HttpError, type HttpResponse, request, type RequestOptions } from '../../http/request.ts';
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

/** Number of requests that are sent at the same time. */
const AT_ONCE = 16;

/** Does some work with each request, in the order of the list, with a few requests at once. */
export async function withEach<T>(requests: readonly T[], work: (request: T) => Promise<void>): Promise<void> {
  const waiting = requests.values();
  const workOn = async () => {
    for (const request of waiting) await work(request);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workOn));
}

export type Ask = (path: string) => Promise<RequestOutcome>;

export function askAt(address: string, stop: AbortSignal): Ask {
  return (path) => get(addressBelow(address, path), stop);
}
