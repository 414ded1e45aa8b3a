import {
  type Archive,
  type ArchivedDay,
  archiveUpTo,
  newestDay,
  newestDayOf,
  newestProvider,
  withDayOf,
  withComparisons,
} from '../archive/archive.ts';
import { type Comparison, ratioOf } from '../archive/comparison.ts';
import type { CatalogueEntry } from '../money/currencies/catalogue.ts';
import { completenessProblems, composedCompleteness, defaultCompleteness, type Problem } from './completeness.ts';
import type { Quality } from './snapshot/quality.ts';
import type { Rates } from '../money/rates.ts';
import {
  defaultProvider,
  isComposed,
  isSameProvider,
  noChanges,
  type Provider,
  withoutComposed,
} from '../sources/provider.ts';
import { baseSlip } from './base-slip.ts';
import { ValidatedArchive, type ValidatedDay } from './validate-archive.ts';
import type { ComparedDataset } from './compare-witnesses.ts';

/** A dataset isn't published, because it as a whole is wrong, not only some of its values. */
export class ImplausibleDatasetError extends Error {
  override readonly name = 'ImplausibleDatasetError';

  constructor(reason: string) {
    super(`implausible dataset: ${reason}`);
  }
}

export interface ValidatedDataset {
  readonly archive: Archive;
  readonly validated: ValidatedArchive;
}

/**
 * Validates a dataset with only the days before it. Later days of the archive are ignored.
 *
 * @param compared the dataset's comparisons with witnesses
 * @throws {ImplausibleDatasetError}
 */
export function validateDataset(
  dataset: ArchivedDay,
  archive: Archive,
  catalogue: readonly CatalogueEntry[],
  { comparisons, slip }: Pick<ComparedDataset, 'comparisons' | 'slip'> = { comparisons: [], slip: null },
  provider: Provider = defaultProvider,
): ValidatedDataset {
  const before = archiveUpTo(archive, dataset.date);
  const grown = withDayOf(provider, before, dataset);
  const all = [...comparisons, ...comparisonsOfOtherEdition(before, dataset, comparisons)];
  const validated = new ValidatedArchive(withComparisons(grown, all), catalogue);
  const refusal = refusalOf(dataset.rates, validated.newest(), catalogue, slip, circumstancesOf(grown));
  if (refusal !== null) throw new ImplausibleDatasetError(refusal);
  const kept = validated.kept().filter(({ date }) => date === dataset.date);
  return { archive: withComparisons(grown, kept), validated };
}

/** Comparisons of witnesses that were compared only with the day's earlier edition, recomputed for this edition. */
function comparisonsOfOtherEdition(
  before: Archive,
  { date, rates }: ArchivedDay,
  comparisons: readonly Comparison[],
): Comparison[] {
  const other = newestDay(before);
  const compared = new Set(comparisons.map(({ witness }) => witness));
  return before.comparisons.flatMap((comparison): Comparison | [] => {
    const [valueBefore, value] = [other?.rates.get(comparison.code), rates.get(comparison.code)];
    if (
      comparison.date !== date ||
      compared.has(comparison.witness) ||
      valueBefore === undefined ||
      value === undefined
    )
      return [];
    const ratio = ratioOf(comparison.ratio * valueBefore, value);
    return ratio === undefined ? [] : { ...comparison, ratio };
  });
}

export interface NewSource {
  /** The source's first day in the archive. */
  readonly first: string;
  /** The currencies that the source had on its first day. */
  readonly codes: Pick<ReadonlySet<string>, 'has'>;
  /** Whether the archive's newest day is the source's first day. */
  readonly isFirstDay: boolean;
}

/** What the rules for the archive's newest day depend on, besides its rates. */
export interface Circumstances {
  /** Whether the day is composed from official rates. */
  readonly isComposed: boolean;
  /** The last composed day before it, `YYYY-MM-DD`; undefined without one. */
  readonly lastComposed: string | undefined;
  /** The day's source, if it replaced another source. */
  readonly newSource: NewSource | undefined;
}

const ordinary: Circumstances = { isComposed: false, lastComposed: undefined, newSource: undefined };

/** The circumstances of an archive's newest day. */
export function circumstancesOf(archive: Archive): Circumstances {
  return {
    isComposed: isComposed(newestProvider(archive)),
    lastComposed: newestDayOf('composed', { ...archive, days: archive.days.slice(0, -1) })?.date,
    newSource: newSourceOf(archive),
  };
}

/** The source of an archive's newest dataset; undefined if all datasets are from the default source. */
function newSourceOf(archive: Archive): NewSource | undefined {
  const { days } = archive;
  const providers = withoutComposed(archive.providers ?? noChanges);
  // A corrected URL or license isn't another source.
  const change = providers.findLast(
    (provider, index) => !isSameProvider(provider, providers[index - 1] ?? defaultProvider),
  );
  const day = change && days.find(({ date }) => date >= change.first);
  return day && { first: day.date, codes: day.rates, isFirstDay: day === newestDay(archive) };
}

/**
 * On a new source's first day, at least half of its values must be plausible. If fewer are, its rates probably aren't
 * per 1 USD, so the dataset is refused.
 */
const ofFirstDay = { required: [], maxMostTraded: Infinity, maxShare: 0.5 };

/**
 * Why a dataset is refused as a whole: its base isn't USD, or too many values are missing, in doubt or newly accepted.
 *
 * A new source's dataset doesn't need the currencies that the source lacked on its first day. Some doubts don't count:
 * from a new source's second day on, those that began on its first day or earlier, and after composed days, those that
 * began on such a day or earlier. If they counted, every later dataset could be refused, but only later datasets can
 * end these doubts.
 *
 * On a composed day, no doubts count. Each of its rates is from a bank and is held by itself if it's in doubt. So after
 * a move of the whole market, composed days are published, and end the doubts.
 *
 * @param rates the dataset's own rates
 * @param day the rates that would be published
 * @returns null if the dataset may be published
 */
export function refusalOf(
  rates: Rates,
  { quality }: ValidatedDay,
  catalogue: readonly CatalogueEntry[],
  slip: ComparedDataset['slip'] = null,
  { isComposed, lastComposed = '', newSource }: Circumstances = ordinary,
): string | null {
  const factor = baseSlip(rates, isComposed) ?? (slip && 1 / slip.factor);
  if (factor !== null) {
    const shownBy = slip ? `the rates of ${slip.witness}` : 'the official parities to USD';
    return `its rates are off by one and the same factor, ${factor.toPrecision(4)}, as ${shownBy} show: its base isn’t USD`;
  }
  const hasRate = (code: string) => rates.has(code);
  if (isComposed) return inOneLine(completenessProblems(catalogue, hasRate, composedCompleteness));
  const expected = newSource ? catalogue.filter(({ code }) => newSource.codes.has(code)) : catalogue;
  const missing = completenessProblems(expected, hasRate);
  const bounds = newSource?.isFirstDay ? ofFirstDay : { ...defaultCompleteness, required: [] };
  const doubtsCountAfter =
    newSource && !newSource.isFirstDay && newSource.first > lastComposed ? newSource.first : lastComposed;
  const isThere = (code: string) => {
    const found = quality.get(code);
    return !found || isSettled(found) || found.since <= doubtsCountAfter;
  };
  const unsettled = completenessProblems(expected, isThere, bounds, 'missing, in doubt or newly accepted');
  return inOneLine(missing.length > 0 ? missing : unsettled);
}

function inOneLine(problems: readonly Problem[]): string | null {
  return problems.length > 0 ? problems.map(({ path, message }) => [...path, message].join(': ')).join('; ') : null;
}

/** Whether a currency's rate counts as valid: frozen, or at a new level that two datasets or two witnesses agree on. */
function isSettled(quality: Quality): boolean {
  if (quality.state === 'frozen') return true;
  return quality.state === 'accepted' && Math.max(quality.agreeing_datasets, quality.witnesses.length) >= 2;
}
