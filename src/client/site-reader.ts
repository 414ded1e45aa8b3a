import type { ErrorCode } from '../api/error.schema.ts';
import { invalid } from './arguments.ts';
import { RequestFailed } from './errors.ts';
import type { Options } from './ratesheet.d.ts';

/** Maximum length of a response in characters, many times the length of the site's responses. */
const MAX_CHARACTERS = 4_000_000;
/** Number of responses to remember. */
const MAX_REMEMBERED = 50;
/** The longest time that timers can wait, in milliseconds. */
const MAX_TIMEOUT = 2 ** 31 - 1;

interface Remembered {
  readonly value: unknown;
  readonly etag: string | null;
  /** How long the value may be reused without another request, in milliseconds. */
  readonly fresh: number;
  /** When the site returned or confirmed the value, in milliseconds since 1970. */
  at: number;
}

/** Reads a document from the first URL of the site that works. */
export interface Read {
  /**
   * @param parse parses the text, or throws any error if the text isn't the document
   * @throws {RequestFailed} if no URL has a usable response
   */
  <T>(path: string, parse: (text: string) => T): Promise<T>;
  /** @returns undefined if the API responds with one of the codes `absent` */
  <T>(path: string, parse: (text: string) => T, absent: readonly ErrorCode[]): Promise<T | undefined>;
}

/** @throws {RangeError} if an option is invalid */
export function siteReader({
  baseUrl,
  fetch = (url, init) => globalThis.fetch(url, init),
  timeout = 10_000,
}: Options): (signal?: AbortSignal) => Read {
  const urls = [baseUrl].flat().map(String);
  if (urls.length === 0 || !urls.every(isUrl))
    throw invalid('baseUrl', baseUrl, 'Use a URL such as https://rates.example');
  if (typeof fetch !== 'function') throw invalid('fetch', fetch, 'Use a function');
  if (!(timeout > 0)) throw invalid('timeout', timeout, 'Use a number of milliseconds above 0');
  // Stores values instead of promises. In Workers, a promise can't be shared: an incoming request must not wait for a
  // response that another incoming request began to read.
  const remembered = new Map<string, Remembered>();

  return (signal) =>
    async <T>(path: string, parse: (text: string) => T, absent?: readonly string[]) => {
      signal?.throwIfAborted();
      let failure: unknown;
      for (const base of urls) {
        try {
          return (await readFrom(`${base.replace(/\/+$/, '')}/${path}`, parse, absent, signal)) as T;
        } catch (error) {
          signal?.throwIfAborted();
          failure = error;
        }
      }
      throw failure;
    };

  async function readFrom(
    url: string,
    parse: (text: string) => unknown,
    absent?: readonly string[],
    signal?: AbortSignal,
  ) {
    const known = remembered.get(url);
    const at = Date.now();
    if (known && at >= known.at && at < known.at + known.fresh) return known.value;
    let status: number | undefined;
    let code: string | undefined;
    try {
      const [response, text] = await request(url, known?.etag, signal);
      ({ status } = response);
      if (status === 304 && known) {
        known.at = at;
        return known.value;
      }
      if (status !== 200) {
        const error = errorIn(text);
        code = error?.code;
        if (code && absent?.includes(code)) return;
        // Every site has the files that the caller doesn't accept as absent.
        if (status === 404 && absent === undefined) {
          throw new Error('Status 404. Check baseUrl. If the site is older than the client, update it.');
        }
        throw new Error(error?.message ?? `Status ${status}.`);
      }
      const value = parseWith(parse, text);
      const { headers } = response;
      const seconds = /max-age=(\d+)/.exec(headers.get('Cache-Control') ?? '')?.[1] ?? 0;
      remembered.delete(url);
      for (const oldest of remembered.keys()) if (remembered.size >= MAX_REMEMBERED) remembered.delete(oldest);
      remembered.set(url, { value, etag: headers.get('ETag'), fresh: Number(seconds) * 1000, at });
      return value;
    } catch (cause) {
      throw new RequestFailed(url, cause, status, code);
    }
  }

  /** Requests a URL and reads the whole response within the time limit. */
  async function request(url: string, etag: string | null | undefined, signal?: AbortSignal) {
    const controller = new AbortController();
    const stop = () => {
      controller.abort(signal?.reason);
    };
    signal?.addEventListener('abort', stop);
    const timer = setTimeout(
      () => {
        controller.abort(new Error(`No response in ${timeout} ms. To wait longer, raise timeout.`));
      },
      Math.min(timeout, MAX_TIMEOUT),
    );
    try {
      // In a browser, the browser's cache sends the ETag. If the script set this header, the browser would first send a
      // preflight request, to which static files don't respond.
      const headers: Record<string, string> = etag && !('location' in globalThis) ? { 'If-None-Match': etag } : {};
      const response = await fetch(url, { headers, signal: controller.signal });
      return [response, await textOf(response)] as const;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      // Ends the transfer of a response that is too large.
      controller.abort();
    }
  }
}

/** Whether a text is an HTTP URL. In a browser, it may be relative to the page. */
function isUrl(text: string): boolean {
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  try {
    return text !== '' && /^https?:$/.test(new URL(text, location?.href).protocol);
  } catch {
    return false;
  }
}

function parseWith(parse: (text: string) => unknown, text: string): unknown {
  try {
    return parse(text);
  } catch (cause) {
    throw new Error('The response isn’t from Ratesheet. Check baseUrl.', { cause });
  }
}

async function textOf(response: Response): Promise<string> {
  const body: ReadableStream<Uint8Array> | null = response.body;
  let text = '';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (const reader = body?.getReader(); reader;) {
    const { done, value } = await reader.read();
    text += decoder.decode(value, { stream: !done });
    if (done) break;
    if (text.length > MAX_CHARACTERS) throw new RangeError('The response is too large');
  }
  return text;
}

/** The API's error; undefined for responses of another kind, such as the sign-in page of a Wi-Fi network. */
function errorIn(text: string): { readonly code: string; readonly message: string } | undefined {
  try {
    const { success, code, error } = JSON.parse(text) as Partial<Record<string, unknown>>;
    return success === false && typeof code === 'string' ? { code, message: String(error) } : undefined;
  } catch {
    return undefined;
  }
}
