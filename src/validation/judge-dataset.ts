import { type Archive, archiveUpTo, newestDay, withDays, withEvidence } from '../archive/archive.ts';
import type { Evidence } from '../archive/evidence.ts';
import type { CatalogueEntry } from '../currencies/catalogue.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { ImplausibleDatasetError } from '../dataset/errors.ts';
import { ratioOf } from './hear.ts';
import { assertPublishable } from './assert-publishable.ts';
import { judgeAndKeep, type JudgedNewestDay } from './judge-archive.ts';

/** A dataset as the newest day of an archive, and what is published of it. */
export interface JudgedDataset {
  readonly archive: Archive;
  readonly judged: JudgedNewestDay;
  /** Whether what witnesses said was listened to. */
  readonly isHeard: boolean;
}

/**
 * Judges a dataset by the days before it. What the archive has of later days is not looked at. Should it be for witnesses
 * alone that too little of it is believed, then nobody listens to them: a witness never keeps a dataset back.
 *
 * @param said what witnesses say of it
 * @throws {ImplausibleDatasetError} when too little of it is believed
 */
export function judgeDataset(
  dataset: Dataset,
  archive: Archive,
  catalogue: readonly CatalogueEntry[],
  said: readonly Evidence[] = [],
): JudgedDataset {
  const before = archiveUpTo(archive, dataset.date);
  const grown = withDays(before, [dataset]);
  const heard = [...said, ...saidOfOtherEdition(before, dataset, said)];
  try {
    return judgeGrown(grown, catalogue, heard);
  } catch (error) {
    if (!(error instanceof ImplausibleDatasetError) || heard.length === 0) throw error;
    return { ...judgeGrown(grown, catalogue, []), isHeard: false };
  }
}

/** What witnesses that say nothing now said of another edition of a dataset, as it is of this one. */
function saidOfOtherEdition(before: Archive, { date, rates }: Dataset, said: readonly Evidence[]): Evidence[] {
  const other = newestDay(before);
  const speaking = new Set(said.map(({ witness }) => witness));
  return before.evidence.flatMap((word) => {
    const [was, is] = [other?.rates.get(word.code), rates.get(word.code)];
    if (word.date !== date || speaking.has(word.witness) || was === undefined || is === undefined) return [];
    return [{ ...word, ratio: ratioOf(word.ratio * was, is) }];
  });
}

function judgeGrown(grown: Archive, catalogue: readonly CatalogueEntry[], said: readonly Evidence[]): JudgedDataset {
  const { judged, kept } = judgeAndKeep(withEvidence(grown, said), catalogue);
  assertPublishable(judged, catalogue);
  const ofDataset = kept.filter(({ date }) => date === newestDay(grown)?.date);
  return { archive: withEvidence(grown, ofDataset), judged, isHeard: true };
}
