import type { Instant } from '../money/calendar.ts';
import {
  type Archive,
  type ArchivedDay,
  archiveUpTo,
  areEqual,
  newestDay,
  newestProvider,
} from '../archive/archive.ts';
import { isSameProvider, type Provider } from '../sources/provider.ts';
import { catalogue, publishedOrder } from '../money/currencies/catalogue.ts';
import type { Rates } from '../money/rates.ts';
import type { SiteData } from '../site/site-data.ts';
import type { Dataset } from '../download/dataset.ts';
import type { FoundDataset } from '../download/fetch-dataset.ts';
import { defaultMirrors } from '../sources/mirrors.ts';
import type { WitnessRequests } from '../download/witnesses/witness-requests.ts';
import { present } from '../text/present.ts';
import { compare, type ComparedDataset, withLateResponses } from '../validation/compare-witnesses.ts';
import { isTooOldToFallBackOn } from '../validation/freshness.ts';
import { type Snapshot, snapshotOf } from '../validation/snapshot/snapshot.ts';
import type { RequestedMirror } from '../validation/snapshot/requested-mirror.schema.ts';
import { ValidatedArchive } from '../validation/validate-archive.ts';
import { validateDataset } from '../validation/validate-dataset.ts';
import type { PublishReport } from './publish-report.ts';

/** Validated rates, and the archive that they follow from. */
export interface ValidRates {
  readonly snapshot: Snapshot;
  /** The source's values. The newest day is the snapshot's day. */
  readonly archive: Archive;
  /** The archive with the decision about each value. */
  readonly validated: ValidatedArchive;
  /** The downloaded bytes of the newest day's dataset; undefined if they weren't kept. */
  readonly source: Uint8Array | undefined;
}

export interface FoundCircumstances {
  readonly previous: SiteData | undefined;
  /** The source of the rates. */
  readonly provider: Provider;
  readonly now: Instant;
  readonly witnesses: WitnessRequests;
  readonly report: Pick<PublishReport, 'witnesses'>;
}

/**
 * Validates a dataset that was found, or composed rates, with the responses of the witnesses.
 *
 * @param archive the archive up to the day
 * @throws {ImplausibleDatasetError} if the rates must not be published
 */
export async function validateFound(
  found: FoundDataset,
  archive: Archive,
  { previous, provider, now, witnesses, report }: FoundCircumstances,
): Promise<ValidRates> {
  const again = previous && isPublishedAlready(found.dataset, archive, previous, provider) ? previous : undefined;
  const responses = await witnesses.responses(again?.state?.witnesses);
  const day = again ? present(newestDay(archive), 'day') : found.dataset;
  const compared = compare(day, again ? responses.filter(({ rates }) => rates !== null) : responses, now);
  report.witnesses(responses, compared.report);
  return again ? validateAgain(again, archive, compared, now) : validateNew(found, archive, compared, provider, now);
}

/**
 * Whether a dataset is the published one.
 *
 * @param archive the archive up to the dataset's day
 */
function isPublishedAlready(dataset: Dataset, archive: Archive, previous: SiteData, provider: Provider): boolean {
  const newest = newestDay(archive);
  if (!newest || previous.recorded || dataset.date !== previous.rate_as_of) return false;
  return (
    isSameProvider(newestProvider(archive), provider) &&
    (!!dataset.isFinal || areEqual(dataset.rates, listed(newest.rates)))
  );
}

/**
 * Validates a new dataset, or another edition of the newest one.
 *
 * @throws {ImplausibleDatasetError} if the dataset must not be published
 */
function validateNew(
  { dataset, mirror, bytes }: FoundDataset,
  archive: Archive,
  compared: ComparedDataset,
  provider: Provider,
  now: Instant,
): ValidRates {
  const { archive: grown, validated } = validateDataset(dataset, archive, catalogue, compared, provider);
  const { report } = compared;
  return ratesOf(grown, { mirror, retrieved_at: now, checked_at: now, witnesses: report }, bytes, validated);
}

/**
 * Validates the published dataset again, which is still the newest, with witnesses that no earlier run could reach.
 *
 * @param archive the archive up to the dataset's day
 * @throws {ImplausibleDatasetError} if the witnesses' responses show that the dataset is broken
 */
function validateAgain(previous: SiteData, archive: Archive, compared: ComparedDataset, now: Instant): ValidRates {
  const origin = originOf(previous, now);
  if (compared.report.requested.length === 0) return ratesOf(archive, origin, previous.source);
  const day = present(newestDay(archive), 'day');
  const { archive: grown, validated } = validateDataset(day, archive, catalogue, compared, newestProvider(archive));
  const earlier = previous.state?.witnesses;
  const witnesses = earlier ? withLateResponses(earlier, compared) : compared.report;
  return ratesOf(grown, { ...origin, witnesses }, previous.source, validated);
}

/**
 * Rates to publish if no mirror has a usable dataset: the published rates, unless they are too old, or the newest
 * archived rates, if `recorded` is set.
 *
 * @returns undefined if there is nothing to publish
 */
export function fallBack(
  archive: Archive,
  previous: SiteData | undefined,
  requested: readonly RequestedMirror[],
  now: Instant,
  recorded: boolean,
): ValidRates | undefined {
  if (previous) {
    const published = () =>
      ratesOf(archiveUpTo(archive, previous.rate_as_of), originOf(previous, now), previous.source);
    if (requested.some(({ outcome }) => outcome === 'older')) return published();
    if (!isTooOldToFallBackOn(previous.retrieved_at, now)) return inFallback(published());
  }
  const newest = newestDay(archive);
  if (!recorded || !newest) return undefined;
  // The time when the recorded rates were retrieved isn't known.
  const retrieved_at = `${newest.date}T00:00:00.000Z` as Instant;
  const origin = { mirror: defaultMirrors[0], retrieved_at, checked_at: now, recorded: true };
  return inFallback(ratesOf(archiveUpTo(archive, newest.date), origin, undefined));
}

function inFallback({ snapshot, ...rates }: ValidRates): ValidRates {
  return { ...rates, snapshot: { ...snapshot, stale_reason: 'cached_fallback' } };
}

/**
 * Adds the time since which the snapshot has been stale, and the outcome of each mirror. If the same dataset is already
 * published, and neither the published site nor the snapshot is stale, the published outcomes are kept. So most checks
 * change only `api/v1/rates.json`.
 */
export function withMirrors(
  snapshot: Snapshot,
  requested: readonly RequestedMirror[],
  previous: SiteData | undefined,
): Snapshot {
  const before = previous?.state;
  const stale_since = snapshot.stale_reason === null ? null : (before?.stale_since ?? snapshot.checked_at);
  const isSettled =
    stale_since === null && before?.stale_since === null && snapshot.retrieved_at === previous?.retrieved_at;
  const published = isSettled ? before.mirrors : undefined;
  return { ...snapshot, stale_since, mirrors: published ?? requested };
}

/** What is published about the origin of rates that stay the same. */
function originOf(previous: SiteData, now: Instant): Parameters<typeof snapshotOf>[1] {
  return { ...previous, ...previous.state, checked_at: now };
}

/** The rates of an archive that ends on the day to publish. */
function ratesOf(
  archive: Archive,
  origin: Parameters<typeof snapshotOf>[1],
  source: Uint8Array | undefined,
  validated = new ValidatedArchive(archive, catalogue),
): ValidRates {
  return { archive, snapshot: snapshotOf(archive, origin, validated.newest()), validated, source };
}

/** The rates of currencies that the catalogue still lists. */
function listed(rates: ArchivedDay['rates']): Rates {
  return new Map(
    publishedOrder.flatMap((code) => (rates.has(code) ? [[code, present(rates.get(code), `rate of ${code}`)]] : [])),
  );
}
