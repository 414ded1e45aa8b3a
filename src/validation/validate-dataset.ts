import { type Archive, archiveUpTo, newestDay, withDays, withEvidence } from '../archive/archive.ts';
import type { Evidence } from '../archive/evidence.ts';
import type { CatalogueEntry } from '../currencies/catalogue.ts';
import { completenessProblems, defaultCompleteness } from '../sources/completeness.ts';
import type { Dataset } from '../sources/dataset.ts';
import { ImplausibleDatasetError } from '../sources/errors.ts';
import type { Quality } from '../snapshot/quality.ts';
import type { Rates } from '../rates/rates.ts';
import { baseSlip } from './base-slip.ts';
import { ValidatedArchive, type ValidatedDay } from './validate-archive.ts';
import { type Comparison, ratioOf } from './compare-witnesses.ts';

export interface ValidatedDataset {
  readonly archive: Archive;
  readonly validated: ValidatedArchive;
}

/**
 * Validates a dataset by the days before it. Later days of the archive are ignored.
 *
 * @param compared its comparisons with witnesses
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
  const validated = new ValidatedArchive(withEvidence(grown, all), catalogue);
  const refusal = refusalOf(dataset.rates, validated.newest(), catalogue, slip);
  if (refusal !== null) throw new ImplausibleDatasetError(refusal);
  const kept = validated.kept().filter(({ date }) => date === dataset.date);
  return { archive: withEvidence(grown, kept), validated };
}

/** Comparisons of another edition with witnesses that don't respond now, recomputed for this edition. */
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

/**
 * Why a dataset is refused as a whole: first its base, then the share of values missing, in doubt or newly accepted.
 *
 * @param rates the dataset's own rates
 * @param day the rates that would be published
 * @returns null if it may be published
 */
export function refusalOf(
  rates: Rates,
  { quality }: ValidatedDay,
  catalogue: readonly CatalogueEntry[],
  slip: Comparison['slip'] = null,
): string | null {
  const factor = baseSlip(rates) ?? (slip && 1 / slip.factor);
  if (factor !== null) {
    const shownBy = slip ? `the rates of ${slip.witness}` : 'the official parities to USD';
    return `its rates are off by one and the same factor, ${factor.toPrecision(5)}, as ${shownBy} show: its base isn’t USD`;
  }
  const missing = completenessProblems(catalogue, (code) => rates.has(code));
  const bounds = { ...defaultCompleteness, required: [] };
  const isThere = (code: string) => isSettled(quality.get(code));
  const unsettled = completenessProblems(catalogue, isThere, bounds, 'missing, in doubt or newly accepted');
  const problems = missing.length > 0 ? missing : unsettled;
  return problems.length > 0 ? problems.map(({ path, message }) => [...path, message].join(': ')).join('; ') : null;
}

/** Whether a currency has no new level, which would need a second dataset or a second witness. */
function isSettled(quality: Quality | undefined): boolean {
  if (!quality || quality.state === 'frozen') return true;
  return quality.state === 'accepted' && Math.max(quality.agreeing, quality.witnesses.length) >= 2;
}
