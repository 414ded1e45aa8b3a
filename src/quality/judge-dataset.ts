import { type Archive, archiveUpTo, withDays } from '../archive/archive.ts';
import type { CatalogueEntry } from '../currencies/catalogue.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { assertPublishable } from './assert-publishable.ts';
import { type JudgedDay, judgeNewestDay } from './judge-archive.ts';

/**
 * A dataset as the newest day of an archive, and what is published of it. What the archive has of later days is not
 * looked at.
 *
 * @throws {ImplausibleDatasetError} when too little of it is believed
 */
export function judgeDataset(
  dataset: Dataset,
  archive: Archive,
  catalogue: readonly CatalogueEntry[],
): { readonly archive: Archive; readonly judged: JudgedDay } {
  const grown = withDays(archiveUpTo(archive, dataset.date), [dataset]);
  const judged = judgeNewestDay(grown.days, catalogue);
  assertPublishable(judged, catalogue);
  return { archive: grown, judged };
}
