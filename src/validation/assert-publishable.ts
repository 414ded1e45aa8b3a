import type { CatalogueEntry } from '../currencies/catalogue.ts';
import { completenessProblems } from '../dataset/completeness.ts';
import { ImplausibleDatasetError, inOneLine } from '../dataset/errors.ts';
import type { JudgedDay } from './judge-archive.ts';

/** The share of the catalogue that may be held or left out at once: beyond, it is the dataset that is not believed. */
const MAX_DOUBTED_SHARE = 0.2;

/**
 * Checks that of a dataset enough is believed.
 *
 * @throws {ImplausibleDatasetError} when more than 20% of the catalogue is not, or when what would be published is less
 * complete than a dataset must be
 */
export function assertPublishable({ rates, quality }: JudgedDay, catalogue: readonly CatalogueEntry[]): void {
  const doubted = [...quality].filter(([, { state }]) => state !== 'accepted').map(([code]) => code);
  if (doubted.length > catalogue.length * MAX_DOUBTED_SHARE) {
    throw new ImplausibleDatasetError(
      `${doubted.length} of ${catalogue.length} currencies would have to be held: ${doubted.join(', ')}`,
    );
  }
  // Of what has nothing recent to compare it with, the next dataset will tell.
  const gaps = completenessProblems(
    catalogue,
    (code) => rates.has(code) || quality.get(code)?.reason === 'nothing_recent',
  );
  if (gaps.length > 0) throw new ImplausibleDatasetError(`too little of it is left: ${inOneLine(gaps)}`);
}
