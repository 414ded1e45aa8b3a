import pRetry from 'p-retry';
import { type Dispatcher, errors, getGlobalDispatcher, Headers, interceptors, request as send } from 'undici';
import { isHttpAddress } from './address.ts';
import { fetchFailure } from './fetch-failure.ts';

/** A request without a usable response. The message gives the reason, but not the URL, which may contain a key. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number | undefined;

  constructor(message: string, { status, ...options }: ErrorOptions & { readonly status?: number | undefined } = {}) {
    super(message, options);
    this.status = status;
  }
}

export interface ResponseHead {
  readonly status: number;
  readonly headers: Headers;
}

export interface HttpResponse extends ResponseHead {
  /** The body, decoded. */
  readonly bytes: Buffer;
}

const defaultLimits = {
  /** Milliseconds for one attempt, until the last byte. */
  timeout: 10_000,
  /** Milliseconds for all attempts together. */
  deadline: Infinity,
  /** Maximum bytes of the decoded body. A larger body is an error. */
  maxBytes: 1_048_576,
  tries: 3,
  /** Milliseconds before the second attempt. Each further pause is three times as long. */
  backOff: 500,
  /** Maximum number of redirects in a row. A request with a body or with the header `Authorization` isn't redirected. */
  redirects: 5,
};

export type RequestLimits = Readonly<typeof defaultLimits>;

export interface RequestOptions extends Partial<RequestLimits> {
  /** @default 'GET' */
  readonly method?: Dispatcher.HttpMethod;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /**
   * Whether a response with this status is returned. Any other status is an error, and a 5xx status is retried.
   * @default status 200
   */
  readonly accepts?: (status: number) => boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends an HTTP request over the connections of `openConnectionPool`. Retries temporary failures: no connection, an
 * incomplete response, a response that can't be decoded, or a 5xx status. Decodes a compressed response (gzip, deflate,
 * br, zstd), even if the request didn't ask for compression.
 */
export async function request(url: string, options: RequestOptions = {}): Promise<HttpResponse> {
  const limits = { ...defaultLimits, ...options };
  const { signal = AbortSignal.any([]), method = 'GET', headers = {}, body = null, accepts = isOk } = options;
  const end = limits.deadline < Infinity ? AbortSignal.any([signal, AbortSignal.timeout(limits.deadline)]) : signal;
  const redirects = body === null && !('Authorization' in headers) ? limits.redirects : 0;
  const dispatcher = getGlobalDispatcher().compose(
    interceptors.decompress({ skipErrorResponses: false, skipStatusCodes: WITHOUT_BODY }),
  );

  async function tryOnce(): Promise<HttpResponse> {
    const stop = AbortSignal.any([end, AbortSignal.timeout(limits.timeout)]);
    // Doesn't use `fetch`, because a host could recognize our checks by the headers that `fetch` adds.
    const sendTo = (at: URL) => send(at, { method, headers, body, dispatcher, signal: stop });
    // undici doesn't look at the signal of a request that waits for a connection.
    const answer = await Promise.race([follow(new URL(url), redirects, sendTo), rejectionOf(stop)]);
    const { statusCode: status } = answer;
    let bytes = Buffer.of();
    if (accepts(status) && !WITHOUT_BODY.includes(status)) bytes = await bytesOf(answer.body, limits.maxBytes);
    // A connection can't be reused until its response is read, so up to 128 KiB are read.
    else await answer.body.dump();
    if (!accepts(status)) throw new HttpError(`responded with status ${status}`, { status });
    return { status, headers: headersOf(answer.headers), bytes };
  }

  try {
    return await pRetry(tryOnce, {
      retries: limits.tries - 1,
      minTimeout: limits.backOff,
      factor: 3,
      shouldRetry: ({ error }) => mayHeal(error),
      signal: end,
    });
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof HttpError ? error : new HttpError(reasonOf(error, limits), { cause: error });
  }
}

/** Sends a request and follows redirects. The messages of undici's own interceptor are for programmers. */
async function follow(
  url: URL,
  most: number,
  sendTo: (url: URL) => Promise<Dispatcher.ResponseData>,
  visited: readonly string[] = [url.href],
): Promise<Dispatcher.ResponseData> {
  const answer = await sendTo(url);
  const { location } = answer.headers;
  if (most === 0 || location === undefined || !REDIRECTS.includes(answer.statusCode)) return answer;
  await answer.body.dump();
  const next = URL.parse(String(location), url.href);
  if (!next || !isHttpAddress(next.href)) throw new HttpError('redirects to something other than an http(s) URL');
  if (visited.includes(next.href)) throw new HttpError('redirects in a circle');
  return follow(next, most - 1, sendTo, [...visited, next.href]);
}

/** A promise that fails with the signal's reason. */
function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });
}

function isOk(status: number): boolean {
  return status === 200;
}

const REDIRECTS = [301, 302, 303, 307, 308];

/** Statuses whose body isn't decoded. Hosts declare an encoding even for an empty body, which can't be decoded. */
const WITHOUT_BODY = [204, 304, ...REDIRECTS];

/** @throws {HttpError} if the body has more than `maxBytes` bytes, because a body may be endless */
async function bytesOf(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function headersOf(headers: Dispatcher.ResponseData['headers']): Headers {
  // Uses the `Headers` class of undici, because loading Node's class takes 40 ms.
  const all = new Headers();
  for (const [name, values = []] of Object.entries(headers))
    for (const value of [values].flat()) all.append(name, value);
  return all;
}

function tooLarge(maxBytes: number): HttpError {
  return new HttpError(`the response has more than ${maxBytes} bytes`);
}

function mayHeal(error: Error): boolean {
  if (error instanceof HttpError) return (error.status ?? 0) >= 500;
  // undici throws InvalidArgumentError if a header isn't valid.
  return !(error instanceof errors.InvalidArgumentError || error instanceof errors.ResponseExceededMaxSizeError);
}

function reasonOf(error: unknown, { timeout, deadline, maxBytes }: RequestLimits): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof errors.ResponseExceededMaxSizeError) return tooLarge(maxBytes).message;
  // Only zlib's errors have an `errno` but no `syscall`.
  if ('errno' in error && !('syscall' in error)) return `the response can’t be decoded: ${error.message}`;
  if (error.name === 'TimeoutError') return `no complete response within ${Math.min(timeout, deadline) / 1000} s`;
  return fetchFailure(error);
}
