import type { Table } from '../api/tables.ts';
import { type PublishedDay, readToday } from '../api/query/market-files.ts';
import { parseFile, type PublishedFile } from '../api/query/published-file.ts';
import { dateAt, datesUpTo, type Instant, type IsoDate } from '../money/calendar.ts';
import { FileError } from '../text/site-problem.ts';
import type { Site } from '../api/query/site.ts';
import { Cache } from './cache.ts';

/** The site's static files, as Cloudflare Pages passes them to a Function. */
export interface Assets {
  fetch(url: string, init: { readonly signal: AbortSignal }): Promise<Response>;
}

/**
 * Maximum milliseconds to read a file, from the request to the last byte. Most reads take a few milliseconds, but a busy
 * host can take seconds, and callers prefer a late response to an error.
 */
const READ_LIMIT = 8000;

/** Maximum number of cached files. Most take up to 10 kB, so all take at most a quarter of an isolate's 128 MB. */
const MAX_FILES = 2500;
/** Maximum number of cached responses. Each has at most 0.5 MB, so all take at most 10 of an isolate's 128 MB. */
const MAX_RANGES = 20;

/**
 * The isolate's cache of valid files by path, and of responses for ranges. The cache can't become outdated, because an
 * isolate serves only one deployment, whose files never change.
 */
export class IsolateCache {
  day: PublishedDay | undefined;
  syntheticDates: readonly IsoDate[] | undefined;
  readonly files = new Cache<unknown>(MAX_FILES);
  readonly ranges = new Cache<string | Table>(MAX_RANGES);
}

/**
 * Reads the site's files for one request. The host limits the reads of a request, so a request reads each file at most
 * once, even if other requests evict the file from the cache.
 * Requests share cached values but never a read in progress. In workerd, Cloudflare's runtime, a read belongs to the
 * request that began the read, and never ends if that request ends first.
 */
export class SiteReader implements Site {
  readonly day: PublishedDay;
  /** The time of the request. */
  readonly now: Instant;
  readonly #cache: IsolateCache;
  readonly #textOf: TextOf;
  readonly #reads = new Map<string, Promise<unknown>>();

  private constructor(day: PublishedDay, cache: IsolateCache, textOf: TextOf, now: Instant) {
    this.day = day;
    this.now = now;
    this.#cache = cache;
    this.#textOf = textOf;
  }

  static async open(cache: IsolateCache, assets: Assets, origin: string, now: Instant): Promise<SiteReader> {
    const textOf = (path: string) => readText(assets, origin, path);
    cache.day ??= await readToday(textOf);
    return new SiteReader(cache.day, cache, textOf, now);
  }

  syntheticDates(): readonly IsoDate[] {
    return (this.#cache.syntheticDates ??= datesUpTo(this.day.rate_as_of));
  }

  async range(key: string, build: () => Promise<string | Table>): Promise<string | Table> {
    // The day counts, because a response may depend on it.
    const keyOfDay = `${dateAt(this.now)} ${key}`;
    const known = this.#cache.ranges.get(keyOfDay);
    if (known !== undefined) return known;
    const response = await build();
    this.#cache.ranges.set(keyOfDay, response);
    return response;
  }

  read<T>(file: PublishedFile<T>): T | Promise<T> {
    const { path } = file;
    // All reads of a path have the same type.
    const known = (this.#cache.files.get(path) ?? this.#reads.get(path)) as T | Promise<T> | undefined;
    if (known !== undefined) return known;
    const read = this.#textOf(path).then((text) => {
      const value = parseFile(file, text);
      this.#cache.files.set(path, value);
      return value;
    });
    this.#reads.set(path, read);
    return read;
  }
}

type TextOf = (path: string) => Promise<string>;

async function readText(assets: Assets, origin: string, path: string): Promise<string> {
  try {
    const response = await assets.fetch(`${origin}/${path}`, { signal: AbortSignal.timeout(READ_LIMIT) });
    // Read the body for every status, because an unread body stays open.
    const text = await response.text();
    if (response.status !== 200) throw new FileError(path, `has status ${response.status}`);
    return text;
  } catch (cause) {
    throw cause instanceof FileError ? cause : new FileError(path, String(cause), { cause });
  }
}
