import { type Archive, newestDay } from '../archive/archive.ts';
import { catalogue } from '../currencies/catalogue.ts';
import { sourceStaleness } from './freshness.ts';
import { notCompared } from './compare-witnesses.ts';
import { type ValidatedNewestDay, ValidatedArchive } from './validate-archive.ts';
import type { Snapshot } from './snapshot/snapshot.ts';
import { noChanges } from '../archive/source.ts';
import { present } from '../text/present.ts';

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
    sources: archive.sources ?? noChanges,
    witnesses: origin.witnesses ?? notCompared(newest),
  };
}
