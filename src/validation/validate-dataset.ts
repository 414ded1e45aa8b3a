import { type Archive, archiveUpTo, newestDay, withDays, withEvidence } from '../archive/archive.ts';
import type { Evidence } from '../archive/evidence.ts';
import type { CatalogueEntry } from '../currencies/catalogue.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { assertPublishable } from './assert-publishable.ts';
import { validateAndKeep, type ValidatedNewestDay } from './validate-archive.ts';
import { type Comparison, ratioOf } from './witnesses/compare.ts';

/** A dataset as the newest day of an archive, and what is published of it. */
export interface ValidatedDataset {
  readonly archive: Archive;
  readonly newest: ValidatedNewestDay;
}

/**
 * Validates a dataset by the days before it. Later days of the archive are not looked at.
 *
 * @param compared how it compares with witnesses
 * @throws {ImplausibleDatasetError} if the dataset is broken, rather than some of its values
 */
export function validateDataset(
  dataset: Dataset,
  archive: Archive,
  catalogue: readonly CatalogueEntry[],
  { comparisons, slip }: Pick<Comparison, 'comparisons' | 'slip'> = { comparisons: [], slip: null },
): ValidatedDataset {
  const before = archiveUpTo(archive, dataset.date);
  const grown = withDays(before, [dataset]);
  const all = [...comparisons, ...comparisonsOfOtherEdition(before, dataset, comparisons)];
  const { newest, kept } = validateAndKeep(withEvidence(grown, all), catalogue);
  assertPublishable(dataset.rates, newest, catalogue, slip);
  return {
    archive: withEvidence(
      grown,
      kept.filter(({ date }) => date === dataset.date),
    ),
    newest,
  };
}

/** The comparisons of another edition of a dataset with witnesses that say nothing now, as they are with this one. */
function comparisonsOfOtherEdition(
  before: Archive,
  { date, rates }: Dataset,
  comparisons: readonly Evidence[],
): Evidence[] {
  const other = newestDay(before);
  const heard = new Set(comparisons.map(({ witness }) => witness));
  return before.evidence.flatMap((evidence): Evidence | [] => {
    const [valueBefore, value] = [other?.rates.get(evidence.code), rates.get(evidence.code)];
    if (evidence.date !== date || heard.has(evidence.witness) || valueBefore === undefined || value === undefined)
      return [];
    const ratio = ratioOf(evidence.ratio * valueBefore, value);
    return ratio === undefined ? [] : { ...evidence, ratio };
  });
}
