import type { AskedMirror } from '../snapshot/asked-mirrors.ts';
import { dateOfDay, dayNumber } from '../rates/calendar.ts';
import { assertDate, boundsFor, type Dataset, parseDataset } from './dataset.ts';
import { downloadJson, type SourceOptions } from './download.ts';
import { DownloadError, LaggingMirrorError, MirrorError, NoUsableMirrorError, UncheckedAnswerError } from './errors.ts';
import { publicMirror } from './mirrors.ts';

export interface FetchOptions<T> extends SourceOptions {
  /**
   * Validates a dataset and creates the result from it.
   *
   * @throws {MirrorError} if the dataset must not be published
   */
  readonly accept: (dataset: Dataset, mirror: string, bytes: Uint8Array) => T | Promise<T>;
  /** URLs of the dataset's USD file, in the order in which to try them. */
  readonly mirrors: readonly string[];
  /**
   * URLs of the USD file of one day, with `{date}` for the day. Requested for the latest days if no mirror has today's
   * dataset.
   */
  readonly datedMirrors?: readonly string[];
  /** Date of the published dataset. Older datasets aren't accepted. */
  readonly published?: string | undefined;
  /** Called with the printable URL of each mirror whose dataset is unusable, or older than the newest dataset. */
  readonly onFailure?: (mirror: string, error: MirrorError) => void;
}

export interface Fetched<T> {
  readonly value: T;
  /** The outcomes of all mirrors. If a dated mirror had a newer day, its outcome comes last. */
  readonly mirrors: readonly AskedMirror[];
}

/** Number of days to request from the dated mirrors, from today backward. The latest available day is used. */
const DATED_DAYS = 7;

/**
 * Fetches the newest dataset that is accepted. The search ends at the first mirror whose dataset is from today and is
 * accepted, so in most hours one request is enough. If a mirror has an older day, the mirror may be stuck. So the next
 * mirror is requested, and after the last mirror the dated mirrors.
 *
 * @throws {NoUsableMirrorError} if no dataset is accepted
 */
export async function fetchDataset<T>(options: FetchOptions<T>): Promise<Fetched<T>> {
  const { mirrors, now, published = '' } = options;
  const search = new Search(options);
  const today = now.slice(0, 10);
  const older: Answer[] = [];
  for (const mirror of mirrors) {
    const answer = await search.ask(mirror);
    if (!answer) continue;
    if (answer.dataset.date < today) {
      older.push(answer);
      continue;
    }
    const accepted = await search.accept(answer);
    if (accepted) return accepted;
  }
  older.sort(byNewest);
  const dated = await search.askDated(older[0]?.dataset.date ?? '', today);
  for (const answer of [...(dated ? [dated] : []), ...older]) {
    if (answer.dataset.date < published) break;
    const accepted = await search.accept(answer);
    if (accepted) return accepted;
  }
  throw search.failure();
}

function byNewest({ dataset: a }: Answer, { dataset: b }: Answer): number {
  if (a.date === b.date) return 0;
  return a.date > b.date ? -1 : 1;
}

interface Answer {
  readonly dataset: Dataset;
  readonly bytes: Uint8Array;
  /** The mirror's printable URL. */
  readonly mirror: string;
  isRefused: boolean;
}

/** Requests mirrors, and keeps their outcomes. */
class Search<T> {
  readonly #options: FetchOptions<T>;
  /** The response of each mirror in the order of requests, and then the response of the dated mirror. */
  readonly #asked: { readonly mirror: string; readonly answer: Answer | undefined }[] = [];

  constructor(options: FetchOptions<T>) {
    this.#options = options;
  }

  async ask(url: string): Promise<Answer | undefined> {
    const mirror = publicMirror(url);
    let answer: Answer | undefined;
    try {
      answer = await this.#download(url);
    } catch (error) {
      this.#fail(mirror, error);
    }
    this.#asked.push({ mirror, answer });
    return answer;
  }

  /**
   * Requests the latest days from the dated mirrors, today first, until a mirror has the requested day. Days before the
   * published day aren't requested.
   *
   * @param newest the date of the newest dataset so far; only later days are requested
   */
  async askDated(newest: string, today: string): Promise<Answer | undefined> {
    const { datedMirrors = [], published = '' } = this.#options;
    const broken = new Set<string>();
    for (let day = dayNumber(today), last = day - DATED_DAYS; day > last; day--) {
      const date = dateOfDay(day);
      if (date <= newest || date < published) break;
      for (const template of datedMirrors.filter((template) => !broken.has(template))) {
        const url = template.replaceAll('{date}', date);
        try {
          const answer = await this.#download(url, date);
          this.#asked.push({ mirror: answer.mirror, answer });
          return answer;
        } catch (error) {
          // A 404 isn't a failure here, because most of these days don't exist yet.
          if (error instanceof DownloadError && error.status === 404) continue;
          this.#fail(publicMirror(url), error);
          broken.add(template);
        }
      }
    }
    return undefined;
  }

  /** @returns undefined if the dataset isn't accepted */
  async accept(answer: Answer): Promise<Fetched<T> | undefined> {
    const { dataset, mirror, bytes } = answer;
    try {
      const value = await this.#options.accept(dataset, mirror, bytes);
      return { value, mirrors: this.#conclude(dataset.date) };
    } catch (error) {
      this.#fail(mirror, error);
      answer.isRefused = true;
      return undefined;
    }
  }

  failure(): NoUsableMirrorError {
    return new NoUsableMirrorError(this.#conclude(this.#options.published ?? ''));
  }

  /** @param date the date that the dataset must have; only for a dated mirror, which gets one attempt */
  async #download(url: string, date?: string): Promise<Answer> {
    const { limits, signal, catalogue, now, isOwnSource = false } = this.#options;
    const { value, bytes } = await downloadJson(url, {
      ...limits,
      ...(date !== undefined && { tries: 1 }),
      signal,
    });
    const dataset = parseDataset(value, catalogue, now, boundsFor(isOwnSource));
    if (date !== undefined) assertDate(dataset, date);
    return { dataset, bytes, mirror: publicMirror(url), isRefused: false };
  }

  /** Anything that our checks throw counts as the mirror's failure, so that the other mirrors are still tried. */
  #fail(mirror: string, error: unknown): void {
    const { signal, onFailure } = this.#options;
    signal?.throwIfAborted();
    onFailure?.(mirror, error instanceof MirrorError ? error : new UncheckedAnswerError(error));
  }

  /** The outcome of every mirror. A mirror that lags behind the newest dataset is reported as a failure. */
  #conclude(newest: string): AskedMirror[] {
    const asked = this.#asked.map(({ mirror, answer }): AskedMirror => {
      const date = answer?.dataset.date ?? null;
      if (date === null) return { mirror, outcome: 'failed', date };
      if (answer?.isRefused) return { mirror, outcome: 'refused', date };
      if (date >= newest) return { mirror, outcome: 'current', date };
      this.#fail(mirror, new LaggingMirrorError(date, newest));
      return { mirror, outcome: 'older', date };
    });
    const left = this.#options.mirrors.slice(asked.length);
    return [
      ...asked,
      ...left.map((url): AskedMirror => ({ mirror: publicMirror(url), outcome: 'not_asked', date: null })),
    ];
  }
}
