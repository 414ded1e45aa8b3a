import { dateAt, dateOfDay, dayNumber, EARLIEST, type IsoDate } from '../money/calendar.ts';
import { limitsOf } from './http/request-limits.ts';
import type { RequestedMirror } from '../validation/snapshot/requested-mirror.schema.ts';
import { boundsFor } from '../validation/completeness.ts';
import type { SourceOptions } from './download.ts';
import { type MirrorProblem, problemOf } from './errors.ts';
import { fetchDataset, type FoundDataset, type NoDataset } from './fetch-dataset.ts';
import { urlOn } from '../sources/mirrors.ts';

export interface DatasetSearchOptions extends SourceOptions {
  /** URLs of the dataset's USD file. If several have the same newest day, the first of them counts. */
  readonly mirrors: readonly string[];
  /** URLs of the USD file of one day, for `urlOn`. */
  readonly datedMirrors?: readonly string[];
  /** Date of the published rates. Older datasets aren't used. */
  readonly published?: string | undefined;
}

/** Number of days to request from the dated mirrors, from today backward. The latest available day is used. */
const DATED_DAYS = 7;

/** Searches the mirrors for the newest dataset, and keeps their outcomes. */
export class DatasetSearch {
  readonly #options: DatasetSearchOptions;
  /** The outcome of each mirror in the order of requests, and then the dataset of the dated mirror. */
  readonly #requested: (FoundDataset | NoDataset)[] = [];
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
    const { mirrors, now, published = EARLIEST } = this.#options;
    const today = dateAt(now);
    this.#requested.push(...(await Promise.all(mirrors.map((url) => this.#fetch(url)))));
    this.#problems.push(...this.#requested.filter((each) => 'problem' in each));
    const found = this.#found().filter(({ dataset }) => dataset.date >= published);
    const older = found.filter(({ dataset }) => dataset.date < today);
    yield* found.slice(0, found.length - older.length);
    const dated = await this.#askDated(older[0]?.dataset.date ?? EARLIEST, today);
    if (dated) yield dated;
    yield* older;
  }

  /** The datasets that are older than the published rates, the newest first. */
  older(): FoundDataset[] {
    const { published = EARLIEST } = this.#options;
    return this.#found().filter(({ dataset }) => dataset.date < published);
  }

  /** Notes that a dataset isn't valid. Any error counts as the mirror's, so that the other mirrors are still tried. */
  refuse(found: FoundDataset, error: unknown): void {
    this.#options.signal?.throwIfAborted();
    this.#refused.add(found);
    this.#problems.push({ mirror: found.mirror, problem: problemOf(error) });
  }

  /**
   * The outcomes of all mirrors, and why their datasets weren't used. If a dated mirror had a newer day, its outcome
   * comes last.
   *
   * @param newest the date of the valid dataset or, without one, of the published dataset
   */
  outcomes(newest = this.#options.published ?? EARLIEST) {
    const mirrors = this.#requested.map((each): RequestedMirror => {
      const { mirror } = each;
      if ('problem' in each) return { mirror, outcome: 'failed', date: null };
      const { date } = each.dataset;
      return { mirror, outcome: this.#refused.has(each) ? 'refused' : date < newest ? 'older' : 'current', date };
    });
    const lagging = mirrors.filter(({ outcome }) => outcome === 'older');
    const problems = lagging.map(({ mirror, date }): MirrorProblem => {
      const problem = `lags behind: its dataset is from ${date}, but the newest rates are from ${newest}`;
      return { mirror, problem };
    });
    return { mirrors, problems: [...this.#problems, ...problems] };
  }

  /** The datasets of the mirrors, the newest first. */
  #found(): FoundDataset[] {
    return this.#requested.filter((each) => 'dataset' in each).sort(byNewest);
  }

  /**
   * Requests the latest days from the dated mirrors, today first, until a mirror has the requested day. Days before the
   * published day aren't requested.
   *
   * @param newest the date of the newest dataset so far; only later days are requested
   */
  async #askDated(newest: IsoDate, today: IsoDate): Promise<FoundDataset | undefined> {
    const { datedMirrors = [], published = EARLIEST } = this.#options;
    const broken = new Set<string>();
    for (let day = dayNumber(today), last = day - DATED_DAYS; day > last; day--) {
      const date = dateOfDay(day);
      if (date <= newest || date < published) break;
      for (const template of datedMirrors.filter((template) => !broken.has(template))) {
        const fetched = await this.#fetch(urlOn(date, template), date);
        if ('dataset' in fetched) {
          this.#requested.push(fetched);
          return fetched;
        }
        // A 404 isn't a failure here, because most of these days don't exist yet.
        if (fetched.isAbsent) continue;
        this.#problems.push(fetched);
        broken.add(template);
      }
    }
    return undefined;
  }

  /** @param date the date that the dataset must have; only for a dated mirror */
  #fetch(url: string, date?: IsoDate): Promise<FoundDataset | NoDataset> {
    const { isOwnSource = false, limits, ...options } = this.#options;
    return fetchDataset(url, {
      ...{ ...options, date, bounds: boundsFor(isOwnSource) },
      limits: { ...(date === undefined ? limitsOf.todaysRates : limitsOf.datedFile), ...limits },
    });
  }
}

function byNewest({ dataset: a }: FoundDataset, { dataset: b }: FoundDataset): number {
  if (a.date === b.date) return 0;
  return a.date > b.date ? -1 : 1;
}
