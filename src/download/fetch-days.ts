import { areEqual } from '../archive/archive.ts';
import { limitsOf } from './http/request-limits.ts';
import type { AbsentDay, SearchRun } from '../archive/day-search.ts';
import { byDate, type IsoDate } from '../money/calendar.ts';
import type { Dataset } from './dataset.ts';
import { boundsFor } from '../validation/completeness.ts';
import type { SourceOptions } from './download.ts';
import type { MirrorProblem } from './errors.ts';
import { fetchDataset } from './fetch-dataset.ts';
import { datedMirrorNames, urlOn } from '../sources/mirrors.ts';

export interface FetchDaysOptions extends SourceOptions {
  /** The days to fetch, `YYYY-MM-DD`, the most recent first. */
  readonly dates: readonly IsoDate[];
  /** Maximum number of days to fetch. If some days can't be fetched, earlier days take their places. */
  readonly most: number;
  /** URLs of the dataset's file of a day, for `urlOn`, in the order in which to try them. */
  readonly mirrors: readonly string[];
  /**
   * The archived days of the source, ascending. If a mirror lacks a day, its days before and after it are requested to
   * find out whether the mirror has days of that time at all.
   */
  readonly archived: readonly IsoDate[];
  /** The names of mirrors that have been down for days, so that another mirror's copy needn't wait for them. */
  readonly downForDays: readonly string[];
  /** Milliseconds after which all requests end. */
  readonly patience: number;
  /** Called with the number of fetched days after each of them. */
  readonly onProgress?: (fetched: number) => void;
}

export interface FetchedDays extends SearchRun {
  /** Ascending. */
  readonly days: readonly Dataset[];
  /** Dates of which the mirrors have different rates, ascending. */
  readonly disputed: readonly string[];
  /** Every failed request. A 404 isn't a failure. */
  readonly failures: readonly MirrorProblem[];
}

const AT_ONCE = 6;

/**
 * Responses in a row without a dataset after which a mirror counts as down and isn't requested again. This is more than
 * the number of simultaneous requests, because in a short outage all simultaneous requests may fail.
 */
const MAX_FAILURES_IN_A_ROW = 2 * AT_ONCE;

/**
 * A mirror's 404 counts only if the mirror has one of this many archived days before the day, and one of as many after
 * it. Otherwise, the mirror may have lost its old days or get no new ones, or its URL may be wrong. The number is two,
 * because a mirror may lack a single day that others have.
 */
const NEIGHBORS = 2;

/**
 * Fetches past days, the most recent first, a few at a time. If one day fails, the other days are still fetched.
 *
 * A published day can't be changed later. So a day is returned only if two mirrors have the same rates of it, or if only
 * one mirror has the day and every other mirror lacks it or is down.
 */
export async function fetchDays(options: FetchDaysOptions): Promise<FetchedDays> {
  const { dates, most, patience, onProgress } = options;
  const end = performance.now() + patience;
  const names = datedMirrorNames(options.mirrors);
  const mirrors = options.mirrors.map((template, index): DatedMirror => ({
    ...{
      template,
      name: names[index] ?? template,
      failuresInARow: 0,
      isDownForDays: options.downForDays.includes(names[index] ?? ''),
    },
    ...{ isRequested: false, hasFailed: false, hasDays: false, known: new Map() },
  }));
  const found: FoundCopies[] = [];
  const queue = dates.values();
  let [wanted, certain] = [most, 0];
  async function work(): Promise<void> {
    while (wanted > 0 && performance.now() < end && !mirrors.every(isDown)) {
      const { value: date } = queue.next();
      if (date === undefined) return;
      wanted--;
      const copies = await findCopies(date, mirrors, end, options);
      found.push(copies);
      if (certainCopy(copies)) onProgress?.(++certain);
      else wanted++;
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const failures = found.flatMap(({ problems }) => problems);
  found.sort(byDate);
  // Decides again, because other mirrors may have turned out to be down since a day's only copy was found.
  const days = found.flatMap((each) => certainCopy(each) ?? []).slice(-most);
  return {
    days,
    absent: found
      .filter(({ copies }) => copies.length === 0)
      .map(({ date, lackedBy, failed }) => {
        return { date, lackedBy, failedAt: failed.map(({ name }) => name) };
      }),
    uncertain: found.filter((each) => each.copies.length > 0 && !certainCopy(each)).map(({ date }) => date),
    disputed: found.filter(({ copies, confirmed }) => !confirmed && copies.length > 1).map(({ date }) => date),
    mirrors: new Map(mirrors.filter(({ isRequested }) => isRequested).map(({ name, hasDays }) => [name, hasDays])),
    failures,
  };
}

interface DatedMirror {
  readonly template: string;
  readonly name: string;
  failuresInARow: number;
  readonly isDownForDays: boolean;
  isRequested: boolean;
  /** Whether a response of the mirror was neither a dataset nor a 404. */
  hasFailed: boolean;
  /** Whether the mirror has returned a dataset. */
  hasDays: boolean;
  /** Whether the mirror has an archived day, by date. */
  readonly known: Map<string, Promise<boolean>>;
}

function isDown({ failuresInARow }: DatedMirror): boolean {
  return failuresInARow >= MAX_FAILURES_IN_A_ROW;
}

interface FoundCopies extends Pick<AbsentDay, 'date' | 'lackedBy'> {
  readonly copies: readonly Dataset[];
  /** The copy that two mirrors have; undefined if no two copies are the same. */
  readonly confirmed?: Dataset;
  /** The mirrors of which it isn't known whether they have the day. */
  readonly failed: readonly DatedMirror[];
  readonly problems: readonly MirrorProblem[];
}

/** Requests a day from one mirror after the other, until two of them have the same rates. */
async function findCopies(
  date: IsoDate,
  mirrors: readonly DatedMirror[],
  end: number,
  options: FetchDaysOptions,
): Promise<FoundCopies> {
  const copies: Dataset[] = [];
  const [failed, problems, lackedBy]: [DatedMirror[], MirrorProblem[], string[]] = [[], [], []];
  for (const mirror of mirrors) {
    if (isDown(mirror) && !mirror.hasFailed) continue;
    const fetched = isDown(mirror) ? undefined : await fetchFrom(mirror, date, end, options);
    if (!fetched) {
      failed.push(mirror);
      continue;
    }
    if ('dataset' in fetched) {
      const { dataset } = fetched;
      mirror.failuresInARow = 0;
      if (copies.some(({ rates }) => areEqual(rates, dataset.rates)))
        return { date, copies, confirmed: dataset, failed, problems, lackedBy };
      copies.push(dataset);
      continue;
    }
    // A 404 means that the mirror lacks the day. Any other failure says nothing about the day.
    if (fetched.isAbsent && (await hasNeighbors(mirror, date, end, options))) {
      mirror.failuresInARow = 0;
      lackedBy.push(mirror.name);
      continue;
    }
    mirror.failuresInARow++;
    if (fetched.isAbsent) continue;
    mirror.hasFailed = true;
    failed.push(mirror);
    problems.push(fetched);
  }
  return { date, copies, failed, problems, lackedBy };
}

/** Requests a day from a mirror. @returns undefined if the time is over */
async function fetchFrom(mirror: DatedMirror, date: IsoDate, end: number, options: FetchDaysOptions) {
  const left = end - performance.now();
  if (left <= 0) return undefined;
  mirror.isRequested = true;
  const fetched = await fetchDataset(urlOn(date, mirror.template), {
    ...{ ...options, date, bounds: boundsFor(options.isOwnSource ?? false, true) },
    limits: { ...limitsOf.datedFile, ...options.limits, deadline: Math.ceil(left) },
  });
  if ('dataset' in fetched) mirror.hasDays = true;
  return fetched;
}

/**
 * Whether a mirror has an archived day shortly before a day and, if a later day is archived, one shortly after it.
 */
async function hasNeighbors(
  mirror: DatedMirror,
  date: IsoDate,
  end: number,
  options: FetchDaysOptions,
): Promise<boolean> {
  const hasOneOf = async (dates: readonly IsoDate[]) => {
    for (const neighbor of dates) if (await hasArchived(mirror, neighbor, end, options)) return true;
    return false;
  };
  const before = options.archived.filter((other) => other < date).slice(-NEIGHBORS);
  const after = options.archived.filter((other) => other > date).slice(0, NEIGHBORS);
  return (await hasOneOf(before.reverse())) && (after.length === 0 || (await hasOneOf(after)));
}

/** Whether a mirror has an archived day, which is requested only once. */
function hasArchived(mirror: DatedMirror, date: IsoDate, end: number, options: FetchDaysOptions): Promise<boolean> {
  const known = mirror.known.get(date);
  if (known) return known;
  const asked = fetchFrom(mirror, date, end, options).then((fetched) => fetched !== undefined && 'dataset' in fetched);
  mirror.known.set(date, asked);
  return asked;
}

/** The copy that may be archived; undefined if there is none, or if it isn't certain that its rates are right. */
function certainCopy({ copies, confirmed, failed }: FoundCopies): Dataset | undefined {
  return (
    confirmed ??
    (copies.length === 1 && failed.every((mirror) => isDown(mirror) || (mirror.isDownForDays && !mirror.hasDays))
      ? copies[0]
      : undefined)
  );
}
