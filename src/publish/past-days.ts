import { dateAt, type Instant, type IsoDate } from '../money/calendar.ts';
import { type Archive, archiveUpTo, missingDates, newestDay, withGaps, withPastDaysOf } from '../archive/archive.ts';
import {
  defaultProvider,
  isComposed,
  isDefaultProvider,
  isSameProvider,
  noChanges,
  type Provider,
  providerOn,
  withoutComposed,
} from '../sources/provider.ts';
import { downForDays, isWorthARequest, noSearchRun, nothingSought, withSearchRun } from '../archive/day-search.ts';
import { catalogue } from '../money/currencies/catalogue.ts';
import { type FetchedDays, fetchDays } from '../download/fetch-days.ts';
import { ValidatedArchive } from '../validation/validate-archive.ts';
import { circumstancesOf, refusalOf } from '../validation/validate-dataset.ts';

export interface PastDaysOptions {
  /** URLs of the dataset's file of a past day, with `{date}` or `{version}`; tried in order. */
  readonly datedMirrors: readonly string[];
  /** Maximum number of missing days to fetch, the most recent first. */
  readonly backfill: number;
  /** The source that the operator names; undefined for the default source. */
  readonly provider?: Provider | undefined;
  /** Whether the newest archived rates may be published if nothing else is usable. The site is then a preview. */
  readonly recorded: boolean;
  readonly now: Instant;
}

/** Maximum number of missing days that an hourly run fetches. All days since the source's first take about a day. */
export const BACKFILL_PER_RUN = 30;

/** Milliseconds for fetching missing days. An hourly run waits no longer for them than for a mirror. */
const PATIENCE = {
  preview: 4000,
  hourlyRun: 20_000,
  /** If the operator wants more days than an hourly run fetches. */
  manyDays: 300_000,
};

/**
 * Fetches missing days of the archive from the dated mirrors, the most recent first. Days that can't be fetched now are
 * left for the next run.
 *
 * @param onProgress called after each day, with the number of days so far and in all
 * @returns null if no day is requested
 */
export async function fetchPastDays(
  known: Archive,
  { datedMirrors: mirrors, backfill: most, provider = defaultProvider, recorded, now }: PastDaysOptions,
  onProgress: (fetched: number, total: number) => void,
  signal?: AbortSignal,
): Promise<FetchedDays | null> {
  const today = dateAt(now);
  const missing = missingDates(known, today);
  // Today's dataset is fetched separately. A former source's days can't be fetched, because the dated mirrors have only
  // rates of the current source. A day amid composed days can be fetched.
  const providers = withoutComposed(known.providers ?? noChanges);
  const isOfSource = (date: IsoDate) => isSameProvider(providerOn(providers, date), provider);
  const { search = nothingSought } = known;
  const dates = missing.filter((date) => isOfSource(date) && isWorthARequest(search, date, today)).reverse();
  if (dates.length === 0 || mirrors.length === 0 || most === 0) return null;
  return await fetchDays({
    ...{ dates, most, mirrors, catalogue, now, signal, archived: datasetDays(known, isOfSource) },
    downForDays: downForDays(search, today),
    isOwnSource: !isDefaultProvider(provider),
    patience: PATIENCE[most > BACKFILL_PER_RUN ? 'manyDays' : recorded ? 'preview' : 'hourlyRun'],
    onProgress: (fetched) => {
      onProgress(fetched, Math.min(most, dates.length));
    },
  });
}

/** The dates of the archived datasets of a source. */
function datasetDays({ days, providers = noChanges }: Archive, isOfSource: (date: IsoDate) => boolean): IsoDate[] {
  return days.map(({ date }) => date).filter((date) => isOfSource(date) && !isComposed(providerOn(providers, date)));
}

export interface PastDays {
  /** The archive with the fetched days, and with what is known about the days that are still missing. */
  readonly archive: Archive;
  readonly fetched: FetchedDays | null;
  /** Dates that are gaps from now on, because the source never published them. */
  readonly gaps: readonly IsoDate[];
  readonly stillMissing: number;
  /** Why the fetched days aren't used: with them, the dataset of this date would be refused. Null if they are used. */
  readonly refusal: { readonly date: IsoDate; readonly reason: string } | null;
}

/**
 * Adds fetched past days to the archive, unless the newest known day would be implausible after them. In that case the
 * fetched days count as wrong, because a published day must stay in the archive.
 */
export function withPastDays(
  known: Archive,
  fetched: FetchedDays | null,
  now: Instant,
  provider = defaultProvider,
): PastDays {
  const archive = fetched ? withPastDaysOf(provider, known, fetched.days) : known;
  const refusal = fetched && fetched.days.length > 0 ? refusalOfNewest(archive) : null;
  const used = refusal === null ? archive : known;
  const today = dateAt(now);
  const missing = missingDates(used, today);
  const { gaps, search } = withSearchRun(known.search ?? nothingSought, fetched ?? noSearchRun, missing, today);
  const stillMissing = missing.length - gaps.length;
  return { archive: { ...withGaps(used, gaps), search }, fetched, gaps, stillMissing, refusal };
}

function refusalOfNewest(archive: Archive): PastDays['refusal'] {
  const newest = newestDay(archive);
  if (!newest) return null;
  const upToIt = archiveUpTo(archive, newest.date);
  const validated = new ValidatedArchive(upToIt, catalogue).newest();
  const reason = refusalOf(newest.rates, validated, catalogue, null, circumstancesOf(upToIt));
  return reason === null ? null : { date: newest.date, reason };
}
