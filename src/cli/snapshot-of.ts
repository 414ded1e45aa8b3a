import { type Archive, newestDay } from '../archive/archive.ts';
import { catalogue } from '../currencies/catalogue.ts';
import { sourceStaleness } from '../dataset/freshness.ts';
import { nobodyAsked } from '../validation/hear.ts';
import { type JudgedNewestDay, judgeNewestDay } from '../validation/judge-archive.ts';
import type { Snapshot } from '../rates/snapshot.ts';
import type { Hearing } from '../rates/witnesses.ts';

/** The newest day of an archive, judged by the days before it. */
export function snapshotOf(
  archive: Archive,
  origin: Pick<Snapshot, 'mirror' | 'retrievedAt' | 'checkedAt'> & { readonly hearing?: Hearing | undefined },
  { rates, quality, disputes }: JudgedNewestDay = judgeNewestDay(archive, catalogue),
): Snapshot {
  const { mirror, retrievedAt, checkedAt } = origin;
  const newest = newestDay(archive);
  const asOf = newest?.date ?? '';
  const staleReason = sourceStaleness(asOf, checkedAt);
  const hearing = origin.hearing ?? nobodyAsked(newest ?? { rates });
  return { asOf, retrievedAt, checkedAt, staleReason, mirror, rates, quality, hearing, disputes };
}
