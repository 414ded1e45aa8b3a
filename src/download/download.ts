import type { Instant } from '../money/calendar.ts';
import type { CatalogueEntry } from '../money/currencies/catalogue.ts';
import { HttpError, type HttpResponse, request, type RequestOptions } from './http/request.ts';
import type { RequestLimits } from './http/request-limits.ts';
import { described } from '../text/quote.ts';
import { hasRepeatedKey } from '../text/json/repeated-key.ts';

/** Parameters of every download of rates. */
export interface SourceOptions {
  readonly catalogue: readonly CatalogueEntry[];
  readonly now: Instant;
  /**
   * Whether the operator has set another source. Its format and its currencies may differ from exchange-api's.
   */
  readonly isOwnSource?: boolean;
  readonly limits?: Partial<RequestLimits>;
  readonly signal?: AbortSignal | undefined;
}

/** Maximum bytes of a document. A day's dataset has about 8,000 bytes. */
export const MAX_DATASET_BYTES = 1_048_576;

/**
 * Downloads a JSON document, whatever its content type.
 *
 * @throws {HttpError} if there is no complete response, or if it isn't JSON
 */
export async function downloadJson(url: string, options?: Partial<RequestOptions>) {
  const headers = { accept: 'application/json, text/csv' };
  return parse(await request(url, { maxBytes: MAX_DATASET_BYTES, ...options, headers }));
}

function parse({ bytes, headers }: HttpResponse) {
  const text = new TextDecoder().decode(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    // Decoding removes this header. If the header is still there, the encoding is unknown.
    const encoding = headers.get('content-encoding');
    const encoded = encoding === null ? '' : ', and its content encoding is unknown';
    throw new HttpError(`the response isn’t JSON${encoded}: ${described(text)}`, { cause });
  }
  if (hasRepeatedKey(text)) throw new HttpError('the response has a key twice in one object');
  return { value, bytes };
}
