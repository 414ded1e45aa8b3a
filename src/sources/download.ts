import pRetry, { AbortError } from 'p-retry';
import { EnvHttpProxyAgent, errors, interceptors, request } from 'undici';
import { quote } from '../text/quote.ts';
import { DownloadError } from './errors.ts';

export interface DownloadLimits {
  /**
   * Milliseconds for one try, from the connection to the last byte.
   * @default 10_000
   */
  readonly timeout: number;
  /**
   * Bytes of an answer, as they arrive and again as they are once decoded. A day's dataset has about 8,000.
   * @default 1_048_576
   */
  readonly maxBytes: number;
  /** @default 3 */
  readonly tries: number;
  /**
   * Milliseconds before the second try; each further wait is three times as long.
   * @default 500
   */
  readonly backOff: number;
  /** @default 5 */
  readonly maxRedirects: number;
  /**
   * Milliseconds for all tries together.
   * @default Infinity
   */
  readonly deadline: number;
}

export interface DownloadOptions extends Partial<DownloadLimits> {
  /** Ends the download. */
  readonly signal?: AbortSignal | undefined;
  /** The request's headers; by default those that name the accepted types. */
  readonly headers?: Readonly<Record<string, string>>;
}

export const defaultLimits: DownloadLimits = {
  timeout: 10_000,
  maxBytes: 1_048_576,
  tries: 3,
  backOff: 500,
  maxRedirects: 5,
  deadline: Infinity,
};

/** A JSON document, and the bytes that it was. */
export interface DownloadedJson {
  readonly value: unknown;
  readonly bytes: Uint8Array;
}

/**
 * Downloads a JSON document, as {@link downloadBytes} does a file.
 *
 * @throws {DownloadError}
 * @throws the signal's reason
 */
export async function downloadJson(url: string, options?: DownloadOptions): Promise<unknown> {
  return (await downloadJsonBytes(url, options)).value;
}

/** The same, with the bytes that it was once decoded. */
export function downloadJsonBytes(url: string, options?: DownloadOptions): Promise<DownloadedJson> {
  return download(url, (bytes, encoding) => ({ value: parseJson(bytes, encoding), bytes }), options);
}

/**
 * Downloads a file over HTTP(S), by way of the proxy that the environment names, if any.
 * A fault that may heal (no connection, a cut answer, a 5xx) is tried again; one that cannot (a 4xx, too large, not what
 * it should be) ends it at once. An answer that is compressed without being asked for it (gzip, deflate, br, zstd) is
 * decoded; what it says of its own content type does not matter.
 *
 * @throws {DownloadError}
 * @throws the signal's reason
 */
export function downloadBytes(url: string, options?: DownloadOptions): Promise<Uint8Array> {
  return download(url, (bytes) => bytes, options);
}

type Parse<T> = (bytes: Uint8Array, encoding: string | string[] | undefined) => T;

async function download<T>(
  url: string,
  parse: Parse<T>,
  {
    signal = AbortSignal.any([]),
    headers: requestHeaders = { accept: 'application/json, text/csv' },
    ...options
  }: DownloadOptions = {},
): Promise<T> {
  const limits = { ...defaultLimits, ...options };
  const agent = new EnvHttpProxyAgent({ maxResponseSize: limits.maxBytes });
  const dispatcher = agent.compose(
    interceptors.redirect({ maxRedirections: limits.maxRedirects }),
    interceptors.decompress({ maxSize: limits.maxBytes }),
  );
  const end = limits.deadline < Infinity ? AbortSignal.any([signal, AbortSignal.timeout(limits.deadline)]) : signal;

  async function tryOnce(): Promise<T> {
    const { statusCode, headers, body } = await request(url, {
      dispatcher,
      headers: requestHeaders,
      signal: AbortSignal.any([end, AbortSignal.timeout(limits.timeout)]),
    });
    if (statusCode !== 200) {
      // The connection is not used again; what the body says is of no interest.
      body.on('error', () => undefined).destroy();
      const error = new DownloadError(`answered with status ${statusCode}`, { status: statusCode });
      throw statusCode >= 500 ? error : new AbortError(error);
    }
    // What is decoded has lost this header.
    return parse(await body.bytes(), headers['content-encoding']);
  }

  try {
    return await pRetry(tryOnce, {
      retries: limits.tries - 1,
      minTimeout: limits.backOff,
      factor: 3,
      // InvalidArgumentError is undici's word for a redirect to itself or to something that is not HTTP.
      shouldRetry: ({ error }) =>
        !(error instanceof errors.InvalidArgumentError || error instanceof errors.ResponseExceededMaxSizeError),
      signal: end,
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof DownloadError) throw error;
    throw new DownloadError(reasonOf(error, limits), { cause: error });
  } finally {
    await agent.destroy();
  }
}

function parseJson(bytes: Uint8Array, encoding: string | string[] | undefined): unknown {
  const text = new TextDecoder().decode(bytes);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const encoded = encoding ? `, and encoded as ${beginningOf(String(encoding))}` : '';
    throw new AbortError(new DownloadError(`the answer is not JSON${encoded}: ${beginningOf(text)}`, { cause }));
  }
}

function beginningOf(text: string): string {
  return text.length === 0 ? 'empty' : quote(text, 40);
}

function reasonOf(error: unknown, { timeout, deadline, maxBytes }: DownloadLimits): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof errors.ResponseExceededMaxSizeError) return `the answer has more than ${maxBytes} bytes`;
  // Only zlib's errors have a number and no system call.
  if ('errno' in error && !('syscall' in error)) return `the answer cannot be decoded: ${error.message}`;
  if (error.name === 'TimeoutError') return `no whole answer within ${Math.min(timeout, deadline) / 1000} s`;
  // A name with several addresses fails with one error for each and no message of its own.
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  return first instanceof Error ? first.message : error.message;
}
