import { addressBelow } from '../../http/address.ts';
import { HttpError, type HttpResponse, request, type RequestOptions } from '../../http/request.ts';
import { pagesLimits } from '../../site/host-limits.ts';
import { visitorHeaders } from '../../http/visitor.ts';

/** A response, or why there is none. */
export type RequestOutcome =
  | { readonly response: HttpResponse; readonly failure?: undefined }
  | { readonly failure: string; readonly response?: undefined };

/** Sends a request to a running instance, with headers like a visitor's. Any status counts as a response. */
export async function get(
  url: string,
  signal: AbortSignal,
  options: Pick<RequestOptions, 'method' | 'redirects'> = {},
): Promise<RequestOutcome> {
  try {
    // No valid response is larger than the largest file that Cloudflare Pages allows.
    const maxBytes = pagesLimits.fileBytes;
    const headers = visitorHeaders();
    return { response: await request(url, { ...options, maxBytes, headers, signal, accepts: () => true }) };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { failure: error.message };
  }
}

export type Ask = (path: string) => Promise<RequestOutcome>;

export function askAt(address: string, stop: AbortSignal): Ask {
  return (path) => get(addressBelow(address, path), stop);
}
