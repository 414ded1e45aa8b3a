import type { Rates } from '../../rates/rates.ts';
import type { Quality } from './quality.ts';
import type { SourceChanges } from '../../archive/source.ts';
import type { RequestedMirror } from './requested-mirror.schema.ts';
import type { Dispute, WitnessReport } from './witness-report.ts';

export type { RequestedMirror };

/**
 * Why rates are stale. `source_date_old` means that the dataset's date is too old. `cached_fallback` means that no
 * mirror had a usable dataset, so an earlier dataset is served. If both apply, the reason is `cached_fallback`.
 */
export const staleReasons = ['source_date_old', 'cached_fallback'] as const;

export type StaleReason = (typeof staleReasons)[number];

/** Maximum age of a dataset's date in days. The source publishes daily, and its mirrors lag by up to one day. */
export const MAX_SOURCE_AGE_DAYS = 2;

/** Maximum age of the newest dataset's date in days. After that, rates are composed from official rates. */
export const MAX_DATASET_AGE_DAYS = 3;

/** Hours for which a snapshot may be served after its retrieval if no mirror has a newer dataset. */
export const MAX_FALLBACK_AGE_HOURS = 72;

/** Maximum hours since the last check. After that, publishing has probably stopped, because it runs every hour. */
export const MAX_CHECK_AGE_HOURS = 3;

export const mirrorOutcomesInWords = {
  current: 'the mirror’s dataset has the same date as the published dataset',
  older: 'the mirror’s dataset is older than the published dataset',
  refused: 'the mirror’s dataset is implausible, so it isn’t published',
  failed: 'the mirror returned no usable dataset',
} as const;

/** A day's validated rates. All documents of a site are built from a snapshot. */
export interface Snapshot {
  readonly rate_as_of: string;
  readonly retrieved_at: string;
  readonly checked_at: string;
  readonly stale_reason: StaleReason | null;
  /** When a check first found the rates stale, ISO 8601 UTC with milliseconds; null if they're fresh. */
  readonly stale_since: string | null;
  /** Whether the rates come from the repository because no mirror responded. Only previews use such rates. */
  readonly recorded: boolean;
  /** The outcome of each mirror when the dataset was fetched or, if the rates are stale, at the last check. */
  readonly mirrors: readonly RequestedMirror[];
  /** The changes of source up to this day. */
  readonly sources: SourceChanges;
  /** URL by which the mirror that the dataset came from is published: without anything that may be a key. */
  readonly mirror: string;
  readonly rates: Rates;
  /** The validation result of every currency whose state isn't "ok", in the published order. */
  readonly quality: ReadonlyMap<string, Quality>;
  readonly witnesses: WitnessReport;
  /** Large differences between witnesses and the dataset, in the published order. */
  readonly disputed: readonly Dispute[];
}
