import pRetry from 'p-retry';
import { type Dispatcher, errors, Headers, request as send } from 'undici';
import { isHttpAddress } from '../../text/address.ts';
import { decode } from './decode.ts';
import { fetchFailure } from './fetch-failure.ts';
import { defaultLimits, type RequestLimits } from './request-limits.ts';
import { userAgent } from './user-agent.ts';

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

/** Asks for compression, because the archive's files are twice as large without it. */
const ownHeaders = { 'User-Agent': userAgent, 'Accept-Encoding': 'gzip' };

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
  /** Called before each attempt. */
  readonly onTry?: (() => void) | undefined;
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
  let isRedirected = false;

  async function tryOnce(): Promise<HttpResponse> {
    options.onTry?.();
    const stop = AbortSignal.any([end, AbortSignal.timeout(limits.timeout)]);
    // Doesn't use undici's `fetch`, which takes twice the CPU time, and accepts a compressed body that is cut off.
    const sendTo = (at: URL) => {
      isRedirected = at.href !== new URL(url).href;
      return send(at, { method, headers: { ...ownHeaders, ...headers }, body, signal: stop });
    };
    // undici doesn't look at the signal of a request that waits for a connection.
    const answer = await Promise.race([follow(new URL(url), redirects, sendTo), rejectionOf(stop)]);
    const { statusCode: status } = answer;
    if (accepts(status) && !isWithoutBody(method, status))
      return { status, ...(await bodyOf(answer, limits.maxBytes)) };
    // A connection can't be reused until its response is read, so up to 128 KiB are read.
    await answer.body.dump();
    if (!accepts(status)) throw new HttpError(`responded with status ${status}`, { status });
    return { status, headers: headersOf(answer.headers), bytes: Buffer.of() };
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
    throw error instanceof HttpError ? error : new HttpError(reasonOf(error, limits, isRedirected), { cause: error });
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

/** Whether a response's body is ignored. Hosts declare an encoding even for an empty body, which can't be decoded. */
function isWithoutBody(method: string, status: number): boolean {
  return method === 'HEAD' || [204, 304, ...REDIRECTS].includes(status);
}

/**
 * The decoded body, and the headers without `Content-Encoding` if the body was decoded.
 *
 * @throws {HttpError} if the body has more than `maxBytes` bytes, encoded or decoded, because a body may be endless
 */
async function bodyOf(
  { body, headers: given }: Dispatcher.ResponseData,
  maxBytes: number,
): Promise<Omit<HttpResponse, 'status'>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength;
    if (length > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  const headers = headersOf(given);
  const bytes = Buffer.concat(chunks);
  const encoding = headers.get('Content-Encoding');
  if (encoding === null) return { headers, bytes };
  try {
    const decoded = decode(bytes, encoding, maxBytes);
    if (decoded) headers.delete('Content-Encoding');
    return { headers, bytes: decoded ?? bytes };
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(maxBytes) : error;
  }
}

function headersOf(headers: Dispatcher.ResponseData['headers']): Headers {
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
  return !(error instanceof errors.InvalidArgumentError);
}

function reasonOf(error: unknown, { timeout, deadline }: RequestLimits, isRedirected: boolean): string {
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  return isTimeout
    ? `no complete response within ${Math.min(timeout, deadline) / 1000} s`
    : fetchFailure(error, { isRedirected });
}
