import { dateOfDay, dayNumber } from '../rates/calendar.ts';
import { limitsOf } from '../http/request-limits.ts';
import { elementAt } from '../rates/element-at.ts';
import type { RequestedMirror } from '../validation/snapshot/requested-mirror.schema.ts';
import { assertDate, type Dataset, parseDataset } from './dataset.ts';
import { boundsFor } from '../validation/completeness.ts';
import { downloadJson, type SourceOptions } from './download.ts';
import { asMirrorError, DownloadError, LaggingMirrorError, type MirrorProblem } from './errors.ts';
import { publicMirror, urlOn } from './mirrors.ts';

export interface DatasetSearchOptions extends SourceOptions {
  /** URLs of the dataset's USD file. If several have the same newest day, the first of them counts. */
  readonly mirrors: readonly string[];
  /** URLs of the USD file of one day, for `urlOn`. */
  readonly datedMirrors?: readonly string[];
  /** Date of the published rates. Older datasets aren't used. */
  readonly published?: string | undefined;
}

/** A mirror's dataset. */
export interface FoundDataset {
  readonly dataset: Dataset;
  /** As downloaded; undefined if the rates were composed from official rates. */
  readonly bytes: Uint8Array | undefined;
  /** The mirror's printable URL. */
  readonly mirror: string;
}

/** Number of days to request from the dated mirrors, from today backward. The latest available day is used. */
const DATED_DAYS = 7;

/** Searches the mirrors for the newest dataset, and keeps their outcomes. */
export class DatasetSearch {
  readonly #options: DatasetSearchOptions;
  /** The outcome of each mirror in the order of requests, and then the dataset of the dated mirror. */
  readonly #requested: { readonly mirror: string; readonly found: FoundDataset | undefined }[] = [];
  readonly #refused = new Set<FoundDataset>();
  readonly #problems: MirrorProblem[] = [];

  constructor(options: DatasetSearchOptions) {
    this.#options = options;
  }

  /**
   * Yields the datasets that may be published, in the order in which they should be validated, and never one that is
   * older than the published dataset. All mirrors are requested, because any of them may be stuck on an older day. If
   * no mirror has a valid dataset of today, the dated mirrors are requested too.
   */
  async *datasets(): AsyncGenerator<FoundDataset> {
    const { mirrors, now, published = '' } = this.#options;
    const today = now.slice(0, 10);
    const found = (await this.#ask(mirrors)).filter(({ dataset }) => dataset.date >= published).sort(byNewest);
    const older = found.filter(({ dataset }) => dataset.date < today);
    yield* found.slice(0, found.length - older.length);
    const dated = await this.#askDated(older[0]?.dataset.date ?? '', today);
    if (dated) yield dated;
    yield* older;
  }

  /** The datasets that are older than the published rates, the newest first. */
  older(): FoundDataset[] {
    const { published = '' } = this.#options;
    return this.#requested
      .flatMap(({ found }) => (found && found.dataset.date < published ? found : []))
      .sort(byNewest);
  }

  /** Notes that a dataset isn't valid. Any error counts as the mirror's, so that the other mirrors are still tried. */
  refuse(found: FoundDataset, error: unknown): void {
    this.#refused.add(found);
    this.#fail(found.mirror, error);
  }

  /**
   * The outcomes of all mirrors, and why their datasets weren't used. If a dated mirror had a newer day, its outcome
   * comes last.
   *
   * @param newest the date of the valid dataset or, without one, of the published dataset
   */
  outcomes(newest = this.#options.published ?? '') {
    const mirrors = this.#requested.map(({ mirror, found }): RequestedMirror => {
      if (!found) return { mirror, outcome: 'failed', date: null };
      const { date } = found.dataset;
      return { mirror, outcome: this.#refused.has(found) ? 'refused' : date < newest ? 'older' : 'current', date };
    });
    const lagging = mirrors.filter(({ outcome }) => outcome === 'older');
    const problems = lagging.map(({ mirror, date }) => ({ mirror, error: new LaggingMirrorError(date ?? '', newest) }));
    return { mirrors, problems: [...this.#problems, ...problems] };
  }

  /** Requests all mirrors at the same time. Returns the usable datasets in the order of the mirrors. */
  async #ask(urls: readonly string[]): Promise<FoundDataset[]> {
    const outcomes = await Promise.allSettled(urls.map((url) => this.#download(url)));
    return outcomes.flatMap((outcome, index) => {
      const mirror = publicMirror(elementAt(urls, index));
      if (outcome.status === 'rejected') this.#fail(mirror, outcome.reason);
      const found = outcome.status === 'fulfilled' ? outcome.value : undefined;
      this.#requested.push({ mirror, found });
      return found ?? [];
    });
  }

  /**
   * Requests the latest days from the dated mirrors, today first, until a mirror has the requested day. Days before the
   * published day aren't requested.
   *
   * @param newest the date of the newest dataset so far; only later days are requested
   */
  async #askDated(newest: string, today: string): Promise<FoundDataset | undefined> {
    const { datedMirrors = [], published = '' } = this.#options;
    const broken = new Set<string>();
    for (let day = dayNumber(today), last = day - DATED_DAYS; day > last; day--) {
      const date = dateOfDay(day);
      if (date <= newest || date < published) break;
      for (const template of datedMirrors.filter((template) => !broken.has(template))) {
        const url = urlOn(date, template);
        try {
          const found = await this.#download(url, date);
          this.#requested.push({ mirror: found.mirror, found });
          return found;
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

  /** @param date the date that the dataset must have; only for a dated mirror */
  async #download(url: string, date?: string): Promise<FoundDataset> {
    const { limits, signal, catalogue, now, isOwnSource = false } = this.#options;
    const { value, bytes } = await downloadJson(url, {
      ...(date === undefined ? limitsOf.todaysRates : limitsOf.datedFile),
      ...limits,
      signal,
    });
    const dataset = parseDataset(value, catalogue, now, boundsFor(isOwnSource));
    if (date !== undefined) assertDate(dataset, date);
    return { dataset, bytes, mirror: publicMirror(url) };
  }

  #fail(mirror: string, error: unknown): void {
    this.#options.signal?.throwIfAborted();
    this.#problems.push({ mirror, error: asMirrorError(error) });
  }
}

function byNewest({ dataset: a }: FoundDataset, { dataset: b }: FoundDataset): number {
  if (a.date === b.date) return 0;
  return a.date > b.date ? -1 : 1;
}
