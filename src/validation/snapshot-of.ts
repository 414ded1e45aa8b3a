import { type Archive, newestDay } from '../archive/archive.ts';
import { catalogue } from '../currencies/catalogue.ts';
import { sourceStaleness } from './freshness.ts';
import { notCompared } from './compare-witnesses.ts';
import { type ValidatedNewestDay, ValidatedArchive } from './validate-archive.ts';
import type { AskedMirror } from './snapshot/asked-mirrors.ts';
import type { Snapshot } from './snapshot/snapshot.ts';
import { noChanges } from '../archive/source.ts';
import type { WitnessReport } from './snapshot/witness-report.ts';
import { present } from '../text/present.ts';

/** Creates a snapshot of the newest day of an archive, validated with only the days before it. */
export function snapshotOf(
  archive: Archive,
  origin: Pick<Snapshot, 'mirror' | 'retrievedAt' | 'checkedAt'> & {
    readonly witnessReport?: WitnessReport | undefined;
    readonly staleSince?: string | null | undefined;
    readonly isRecorded?: boolean;
    readonly mirrors?: readonly AskedMirror[] | undefined;
  },
  { rates, quality, disputes }: ValidatedNewestDay = new ValidatedArchive(archive, catalogue).newest(),
): Snapshot {
  const { mirror, retrievedAt, checkedAt, staleSince = null, mirrors = [], isRecorded = false } = origin;
  const newest = present(newestDay(archive), 'day');
  const { date: asOf } = newest;
  const staleReason = sourceStaleness(asOf, checkedAt);
  const witnessReport = origin.witnessReport ?? notCompared(newest);
  const times = { asOf, retrievedAt, checkedAt, staleReason, staleSince, isRecorded };
  return {
    ...times,
    sources: archive.sources ?? noChanges,
    mirror,
    mirrors,
    rates,
    quality,
    witnessReport,
    disputes,
  };
}
