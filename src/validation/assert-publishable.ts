import type { CatalogueEntry } from '../currencies/catalogue.ts';
import { completenessProblems, defaultCompleteness } from '../dataset/completeness.ts';
import { ImplausibleDatasetError, inOneLine } from '../dataset/errors.ts';
import type { Quality } from '../rates/quality.ts';
import type { Rates } from '../rates/snapshot.ts';
import { baseSlip } from './base-slip.ts';
import type { ValidatedDay } from './validate-archive.ts';
import type { Comparison } from './witnesses/compare.ts';

/**
 * Checks a dataset as a whole: its base first, then how much of it is missing, in doubt or newly accepted.
 *
 * @param rates the dataset's own
 * @param day what would be published of it
 * @throws {ImplausibleDatasetError} if the dataset is broken, rather than some of its values
 */
export function assertPublishable(
  rates: Rates,
  { quality }: ValidatedDay,
  catalogue: readonly CatalogueEntry[],
  slip: Comparison['slip'] = null,
): void {
  assertOnBase(rates, slip);
  const missing = completenessProblems(catalogue, (code) => rates.has(code));
  const unsettled = completenessProblems(
    catalogue,
    (code) => isSettled(quality.get(code)),
    { ...defaultCompleteness, required: [] },
    'missing, in doubt or newly accepted',
  );
  const problems = missing.length > 0 ? missing : unsettled;
  if (problems.length > 0) throw new ImplausibleDatasetError(inOneLine(problems));
}

function assertOnBase(rates: Rates, slip: Comparison['slip']): void {
  const factor = baseSlip(rates) ?? (slip && 1 / slip.factor);
  if (factor === null) return;
  const shownBy = slip ? `the rates of ${slip.witness}` : 'the official parities to USD';
  throw new ImplausibleDatasetError(
    `its rates are off by one and the same factor, ${factor.toPrecision(5)}, as ${shownBy} show: it is on another base`,
  );
}

/** Whether a currency needs no second look: a new level needs a second dataset, or a second witness. */
function isSettled(quality: Quality | undefined): boolean {
  if (!quality || quality.state === 'frozen') return true;
  return quality.state === 'accepted' && Math.max(quality.agreeing, quality.witnesses.length) >= 2;
}
