import { type CompletenessBounds, defaultCompleteness } from './completeness.ts';
import { MAX_DAYS_AHEAD } from './freshness.ts';

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
