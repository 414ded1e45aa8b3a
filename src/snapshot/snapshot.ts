import type { Rates } from '../rates/rates.ts';
import type { AskedMirror } from './asked-mirrors.ts';
import type { Quality } from './quality.ts';
import type { Dispute, Hearing } from './witnesses.ts';

/**
 * Why rates are not current. `source_date_old`: the dataset's own date is days before the check. `cached_fallback`: no mirror gave a usable dataset, so an earlier one is served; it wins when both hold.
 */
export const staleReasons = ['source_date_old', 'cached_fallback'] as const;

export type StaleReason = (typeof staleReasons)[number];

/** Days after which a dataset's own date makes it old: the source publishes daily, and its mirrors lag by up to one. */
export const MAX_SOURCE_AGE_DAYS = 2;

/** Hours after its retrieval for which a snapshot may stand in for one that cannot be had. */
export const MAX_FALLBACK_AGE_HOURS = 72;

/** Hours since the source was last checked after which publishing must have stopped: it runs every hour. */
export const MAX_CHECK_AGE_HOURS = 3;

/** The day's checked rates. Everything published derives from it. */
export interface Snapshot {
  /** The dataset's date, `YYYY-MM-DD`. */
  readonly asOf: string;
  /** When the dataset was first fetched, ISO 8601 UTC with milliseconds. */
  readonly retrievedAt: string;
  /** When the source was last checked, likewise. */
  readonly checkedAt: string;
  readonly staleReason: StaleReason | null;
  /** When a check first found the rates stale, likewise; null if they aren't. */
  readonly staleSince: string | null;
  /** Whether the rates are recorded ones that serve because no mirror did: for previews, and never published. */
  readonly isRecorded: boolean;
  /** The mirrors, and what they had when the dataset was fetched or, if the rates are stale, at the last check. */
  readonly mirrors: readonly AskedMirror[];
  /** The address that the dataset came from. */
  readonly mirror: string;
  readonly rates: Rates;
  /** What validation says of every currency that isn't plainly ok, in the published order. */
  readonly quality: ReadonlyMap<string, Quality>;
  /** Who was asked about the dataset, */
  readonly hearing: Hearing;
  /** and who is far away from it, in the published order. */
  readonly disputes: readonly Dispute[];
}
