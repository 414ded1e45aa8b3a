import type { CatalogueEntry } from '../money/currencies/catalogue.ts';
import { MAX_DAYS_AHEAD } from './freshness.ts';

/** A problem of a dataset, and the path of the value. */
export interface Problem {
  readonly path: readonly string[];
  readonly message: string;
}

export interface CompletenessBounds {
  /** Codes of the currencies that must have a rate. */
  readonly required: readonly string[];
  /** Maximum number of the 30 most traded currencies that may be missing. */
  readonly maxMostTraded: number;
  /** Maximum share of the catalogue that may be missing. */
  readonly maxShare: number;
}

const MOST_TRADED = 30;

/** A few currencies may lack a rate for a long time. If more currencies lack a rate, the dataset is broken. */
export const defaultCompleteness: CompletenessBounds = { required: ['USD', 'EUR'], maxMostTraded: 5, maxShare: 0.2 };

/**
 * A composed day lacks what no bank quotes, and the rates of tables that aren't published every day. It needs at least
 * half of the most traded currencies.
 */
export const composedCompleteness: CompletenessBounds = {
  required: defaultCompleteness.required,
  maxMostTraded: MOST_TRADED / 2,
  maxShare: 1,
};

/**
 * Problems if a required currency has no rate, or if too many currencies have no rate. A problem's path is the code of
 * the required currency, or empty if too many currencies have no rate.
 *
 * @param missing how messages describe a currency without a rate, such as `missing or impossible`
 */
export function completenessProblems(
  catalogue: readonly CatalogueEntry[],
  hasRate: (code: string) => boolean,
  { required, maxMostTraded, maxShare }: CompletenessBounds = defaultCompleteness,
  missing = 'missing',
): Problem[] {
  const problems: Problem[] = required
    .filter((code) => !hasRate(code))
    .map((code) => ({ path: [code], message: `${missing}, and nothing is published without this currency` }));
  const listed = catalogue.map(({ code }) => code);
  for (const [codes, max, which] of [
    [listed.slice(0, MOST_TRADED), maxMostTraded, `${MOST_TRADED} most traded currencies`],
    [listed, listed.length * maxShare, `${listed.length} currencies`],
  ] as const) {
    const without = codes.filter((code) => !hasRate(code));
    if (without.length <= max) continue;
    const message = `${without.length} of the ${which} are ${missing}, more than ${Math.floor(max)}: ${without.join(', ')}`;
    problems.push({ path: [], message });
  }
  return problems;
}

/** Conditions that a dataset must meet before its values are validated. */
export interface DatasetBounds extends CompletenessBounds {
  /** Maximum days by which the dataset's date may be ahead of the clock. */
  readonly daysAhead: number;
  /** Whether the operator names the source. The dataset may then have any format that a witness may have. */
  readonly isOwnSource?: boolean;
}

/** A dataset needs at least half of the currencies. Validation decides later how many may be held or omitted. */
const atLeastHalf = { maxMostTraded: Infinity, maxShare: 0.5 };

export const defaultBounds: DatasetBounds = {
  ...atLeastHalf,
  required: defaultCompleteness.required,
  daysAhead: MAX_DAYS_AHEAD,
};

/**
 * Conditions for the dataset of a past day. It may lack EUR, because the source doesn't complete past datasets, and
 * without the dataset the day would stay missing.
 */
export const archivedBounds: DatasetBounds = { ...atLeastHalf, required: ['USD'], daysAhead: 0 };

/** If the operator names the source, the dataset only needs the required currencies. */
const ofOwnSource = { maxMostTraded: Infinity, maxShare: 1, isOwnSource: true };

/** Conditions for today's dataset or, if `isPast`, for the dataset of a past day. */
export function boundsFor(isOwnSource: boolean, isPast = false): DatasetBounds {
  const bounds = isPast ? archivedBounds : defaultBounds;
  return isOwnSource ? { ...bounds, ...ofOwnSource } : bounds;
}
