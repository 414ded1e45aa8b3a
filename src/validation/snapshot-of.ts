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
  origin: Pick<Snapshot, 'mirror' | 'retrievedAt' | 'checkedAt'> & {
    readonly [Field in 'witnessReport' | 'staleSince' | 'isRecorded' | 'mirrors']?: Snapshot[Field] | undefined;
  },
  { rates, quality, disputes }: ValidatedNewestDay = new ValidatedArchive(archive, catalogue).newest(),
): Snapshot {
  const newest = present(newestDay(archive), 'day');
  const { mirror, retrievedAt, checkedAt, staleSince = null, mirrors = [], isRecorded = false } = origin;
  return {
    asOf: newest.date,
    ...{ mirror, mirrors, retrievedAt, checkedAt, staleSince, isRecorded, rates, quality, disputes },
    staleReason: sourceStaleness(newest.date, checkedAt),
    sources: archive.sources ?? noChanges,
    witnessReport: origin.witnessReport ?? notCompared(newest),
  };
}
