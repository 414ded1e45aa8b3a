import { addressBelow } from '../../http/address.ts';
import { HttpError, type HttpResponse, request, type RequestOptions } from '../../http/request.ts';
import { pagesLimits } from '../../site/host-limits.ts';
import { visitorHeaders } from '../../http/visitor.ts';

/** A response, or why there is none. */
export type Answer =
  | { readonly response: HttpResponse; readonly failure?: undefined }
  | { readonly failure: string; readonly response?: undefined };

/** Asks a running instance as one of its visitors would. Any status is an answer. */
export async function get(
  url: string,
  signal: AbortSignal,
  options: Pick<RequestOptions, 'method' | 'redirects'> = {},
): Promise<Answer> {
  try {
    // No file of a site has more bytes.
    const maxBytes = pagesLimits.fileBytes;
    const headers = visitorHeaders();
    return { response: await request(url, { ...options, maxBytes, headers, signal, accepts: () => true }) };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { failure: error.message };
  }
}

export type Ask = (path: string) => Promise<Answer>;

export function askAt(address: string, stop: AbortSignal): Ask {
  return (path) => get(addressBelow(address, path), stop);
}
