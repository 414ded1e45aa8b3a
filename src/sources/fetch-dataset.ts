import type { AskedMirror } from '../validation/snapshot/asked-mirrors.ts';
import { dateOfDay, dayNumber } from '../rates/calendar.ts';
import { elementAt } from '../rates/element-at.ts';
import { ImplausibleDatasetError } from '../validation/validate-dataset.ts';
import { assertDate, boundsFor, type Dataset, parseDataset } from './dataset.ts';
import { downloadJson, type SourceOptions } from './download.ts';
import { DownloadError, LaggingMirrorError, MirrorError, NoUsableMirrorError, UncheckedAnswerError } from './errors.ts';
import { publicMirror, urlOn } from './mirrors.ts';

export interface FetchOptions<T> extends SourceOptions {
  /**
   * Validates a dataset and creates the result from it.
   *
   * @throws {ImplausibleDatasetError} if the dataset must not be published
   */
  readonly accept: (dataset: Dataset, mirror: string, bytes: Uint8Array) => T | Promise<T>;
  /** URLs of the dataset's USD file. If several have the same newest day, the first of them counts. */
  readonly mirrors: readonly string[];
  /**
   * URLs of the USD file of one day, for `urlOn`. Requested for the latest days if no mirror has today's dataset.
   */
  readonly datedMirrors?: readonly string[];
  /** Date of the published dataset. Older datasets aren't accepted. */
  readonly published?: string | undefined;
  /** Called with the printable URL of each mirror whose dataset is unusable, or older than the newest dataset. */
  readonly onFailure?: (mirror: string, error: Error) => void;
}

export interface Fetched<T> {
  readonly value: T;
  /** The outcomes of all mirrors. If a dated mirror had a newer day, its outcome comes last. */
  readonly mirrors: readonly AskedMirror[];
}

/** Milliseconds for all attempts on one mirror, so that a mirror that never responds doesn't delay a publish for long. */
const DEADLINE = 20_000;

/** Number of days to request from the dated mirrors, from today backward. The latest available day is used. */
const DATED_DAYS = 7;

/**
 * Fetches the newest dataset that is accepted, and never a dataset that is older than the published dataset. All mirrors
 * are requested, because any of them may be stuck on an older day. If no mirror has today's dataset, the dated mirrors
 * are requested too.
 *
 * @throws {NoUsableMirrorError} if no dataset is accepted
 */
export async function fetchDataset<T>(options: FetchOptions<T>): Promise<Fetched<T>> {
  const { mirrors, now, published = '' } = options;
  const search = new Search(options);
  const today = now.slice(0, 10);
  const answers = (await search.ask(mirrors)).filter(({ dataset }) => dataset.date >= published).sort(byNewest);
  const older = answers.filter(({ dataset }) => dataset.date < today);
  const current = await search.acceptFirst(answers.slice(0, answers.length - older.length));
  if (current) return current;
  const dated = await search.askDated(older[0]?.dataset.date ?? '', today);
  const accepted = await search.acceptFirst(dated ? [dated, ...older] : older);
  if (accepted) return accepted;
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

  /** Requests all mirrors at the same time. Returns the usable datasets in the order of the mirrors. */
  async ask(urls: readonly string[]): Promise<Answer[]> {
    const outcomes = await Promise.allSettled(urls.map((url) => this.#download(url)));
    return outcomes.flatMap((outcome, index) => {
      const mirror = publicMirror(elementAt(urls, index));
      if (outcome.status === 'rejected') this.#fail(mirror, outcome.reason);
      const answer = outcome.status === 'fulfilled' ? outcome.value : undefined;
      this.#asked.push({ mirror, answer });
      return answer ?? [];
    });
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
        const url = urlOn(date, template);
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

  /** Accepts the first dataset that may be published; undefined if none may. */
  async acceptFirst(answers: readonly Answer[]): Promise<Fetched<T> | undefined> {
    for (const answer of answers) {
      const { dataset, mirror, bytes } = answer;
      try {
        const value = await this.#options.accept(dataset, mirror, bytes);
        return { value, mirrors: this.#conclude(dataset.date) };
      } catch (error) {
        this.#fail(mirror, error);
        answer.isRefused = true;
      }
    }
    return undefined;
  }

  failure(): NoUsableMirrorError {
    return new NoUsableMirrorError(this.#conclude(this.#options.published ?? ''));
  }

  /** @param date the date that the dataset must have; only for a dated mirror, which gets one attempt */
  async #download(url: string, date?: string): Promise<Answer> {
    const { limits, signal, catalogue, now, isOwnSource = false } = this.#options;
    const { value, bytes } = await downloadJson(url, {
      deadline: DEADLINE,
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
    onFailure?.(
      mirror,
      error instanceof MirrorError || error instanceof ImplausibleDatasetError
        ? error
        : new UncheckedAnswerError(error),
    );
  }

  /** The outcome of every mirror. A mirror that lags behind the newest dataset is reported as a failure. */
  #conclude(newest: string): AskedMirror[] {
    return this.#asked.map(({ mirror, answer }): AskedMirror => {
      const date = answer?.dataset.date ?? null;
      if (date === null) return { mirror, outcome: 'failed', date };
      if (answer?.isRefused) return { mirror, outcome: 'refused', date };
      if (date >= newest) return { mirror, outcome: 'current', date };
      this.#fail(mirror, new LaggingMirrorError(date, newest));
      return { mirror, outcome: 'older', date };
    });
  }
}
