import type { Instant, IsoDate } from '../../money/calendar.ts';
import { type Archive, newestDay } from '../../archive/archive.ts';
import { noChanges, type ProviderChanges } from '../../sources/provider.ts';
import { catalogue } from '../../money/currencies/catalogue.ts';
import type { HeldDates } from '../../archive/day-rates.ts';
import type { Rates } from '../../money/rates.ts';
import { present } from '../../text/present.ts';
import { notCompared } from '../compare-witnesses.ts';
import { sourceStaleness, type StaleReason } from '../freshness.ts';
import { type ValidatedNewestDay, ValidatedArchive } from '../validate-archive.ts';
import type { Quality } from './quality.ts';
import type { RequestedMirror } from './requested-mirror.schema.ts';
import type { Dispute, WitnessReport } from './witness-report.ts';

/** A day's validated rates. All documents of a site are built from a snapshot. */
export interface Snapshot {
  readonly rate_as_of: IsoDate;
  readonly retrieved_at: Instant;
  readonly checked_at: Instant;
  readonly stale_reason: StaleReason | null;
  /** When a check first found the rates stale, ISO 8601 UTC with milliseconds; null if they're fresh. */
  readonly stale_since: Instant | null;
  /** Whether the rates come from the repository because no mirror responded. Only previews use such rates. */
  readonly recorded: boolean;
  /** The outcome of each mirror when the dataset was fetched or, if the rates are stale, at the last check. */
  readonly mirrors: readonly RequestedMirror[];
  /** The changes of source up to this day. */
  readonly providers: ProviderChanges;
  /** URL by which the mirror that the dataset came from is published: without anything that may be a key. */
  readonly mirror: string;
  readonly rates: Rates;
  /** The validation result of every currency whose state isn't "ok", in the published order. */
  readonly quality: ReadonlyMap<string, Quality>;
  readonly witnesses: WitnessReport;
  /** Large differences between witnesses and the dataset, in the published order. */
  readonly disputed: readonly Dispute[];
}

/** Creates a snapshot of the newest day of an archive, validated with only the days before it. */
export function snapshotOf(
  archive: Archive,
  origin: Pick<Snapshot, 'mirror' | 'retrieved_at' | 'checked_at'> & {
    readonly [Field in 'witnesses' | 'stale_since' | 'recorded' | 'mirrors']?: Snapshot[Field] | undefined;
  },
  { rates, quality, disputed }: ValidatedNewestDay = new ValidatedArchive(archive, catalogue).newest(),
): Snapshot {
  const newest = present(newestDay(archive), 'day');
  const { mirror, retrieved_at, checked_at, stale_since = null, mirrors = [], recorded = false } = origin;
  return {
    rate_as_of: newest.date,
    ...{ mirror, mirrors, retrieved_at, checked_at, stale_since, recorded, rates, quality, disputed },
    stale_reason: sourceStaleness(newest.date, checked_at),
    providers: archive.providers ?? noChanges,
    witnesses: origin.witnesses ?? notCompared(newest),
  };
}

/** The dates of a snapshot's held rates. */
export function heldDates({ quality }: Pick<Snapshot, 'quality'>): HeldDates {
  const held = new Map<string, IsoDate>();
  for (const [code, { state, published_as_of }] of quality) {
    if (state === 'held' && published_as_of !== null) held.set(code, published_as_of);
  }
  return held;
}
