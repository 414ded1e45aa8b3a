import { type Instant, instantAt, type IsoDate } from '../../money/calendar.ts';
import { type PublishedDay, readToday } from '../../api/query/market-files.ts';
import { sourceDaysFile } from '../../api/query/source-files.ts';
import { parseFile, type PublishedFile } from '../../api/query/published-file.ts';
import type { PublishedSite } from '../../api/query/site.ts';
import { market } from '../../sources/market.ts';
import { bankOf } from '../../sources/banks.ts';
import { currencyOf } from '../../money/currencies/sub-units.ts';
import type { Coverage } from '../../money/coverage.ts';
import { FileError } from '../../text/site-problem.ts';
import { KEPT } from './kept-answers.ts';

/** Today's rates, as the page loads them. */
export interface LoadedDay extends PublishedDay {
  /** Whether the rates come from the service worker's cache because the host didn't respond. */
  readonly isKept: boolean;
  /** The first day with rates, `YYYY-MM-DD`. */
  readonly first: IsoDate;
}

/**
 * This site, as the API's own code reads it. So the page has the API's rates and errors, and reads only static files,
 * which don't count against the Pages Function's daily limit.
 */
export class BrowserSite implements PublishedSite {
  readonly day: LoadedDay;
  readonly #files = new Map<string, Promise<unknown>>();

  private constructor(day: LoadedDay) {
    this.day = day;
  }

  /**
   * Loads the day's rates.
   *
   * @param first the first day with rates, from the page's HTML
   */
  static async open(first: IsoDate): Promise<BrowserSite> {
    let isKept = false;
    const day = await readToday(async (path) => {
      const response = await ask(path);
      isKept ||= response.headers.has(KEPT);
      return response.text();
    });
    return new BrowserSite({ ...day, first, isKept });
  }

  get now(): Instant {
    return instantAt(Date.now());
  }

  read<T>(file: PublishedFile<T>): Promise<T> {
    return this.#once(file.path, async () => parseFile(file, await (await ask(file.path)).text()));
  }

  /** Loads each file only once. If loading failed, the next call tries again. */
  #once<T>(path: string, load: () => Promise<T>): Promise<T> {
    const known = this.#files.get(path) as Promise<T> | undefined;
    if (known) return known;
    const loading = load();
    this.#files.set(path, loading);
    loading.catch(() => this.#files.delete(path));
    return loading;
  }
}

/** The first and the last day with possible rates of a pair. Undefined if the source never quoted both at once. */
export async function reachOf(
  pair: readonly [from: string, to: string],
  source: string,
  site: BrowserSite,
): Promise<Coverage | undefined> {
  const { first, rate_as_of } = site.day;
  if (source === market.key) return { first, last: rate_as_of };
  const { periods } = await site.read(sourceDaysFile(bankOf(source), site.day));
  const spans = pair.map((code) => periods.get(currencyOf(code)) ?? []);
  const firsts = spans.flatMap((ofCode) => ofCode.slice(0, 1).map(([start]) => start));
  const lasts = spans.flatMap((ofCode) => ofCode.slice(-1).map(([, end]) => end));
  const reach = { first: firsts.sort().at(-1) ?? first, last: lasts.sort()[0] ?? rate_as_of };
  return firsts.length === pair.length && reach.first <= reach.last ? reach : undefined;
}

/** @throws {FileError} if the file is missing or the site can't be reached */
async function ask(path: string): Promise<Response> {
  const response = await fetch(`/${path}`).catch((cause: unknown) => {
    throw new FileError(path, 'can’t be reached', { cause });
  });
  if (!response.ok) throw new FileError(path, `status ${response.status}`);
  return response;
}
