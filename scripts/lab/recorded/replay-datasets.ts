import type { IsoDate } from '../../../src/money/calendar.ts';
import type { ArchivedDay } from '../../../src/archive/archive.ts';
import type { Comparison } from '../../../src/archive/comparison.ts';
import type { CatalogueEntry } from '../../../src/money/currencies/catalogue.ts';
import { elementAt } from '../../../src/money/element-at.ts';
import { isPublished } from '../../../src/validation/currency/source-value.ts';
import { refusalOf } from '../../../src/validation/validate-dataset.ts';
import { type RejectedValue, ValidatedArchive, type ValidatedDay } from '../../../src/validation/validate-archive.ts';

export interface Replay {
  readonly days: readonly (ArchivedDay & { readonly published: ValidatedDay })[];
  /** Datasets that would have been refused on their day, although the replay archives them. */
  readonly refused: readonly { readonly date: IsoDate; readonly reason: string }[];
  readonly rejected: readonly RejectedValue[];
  readonly comparisons: readonly Comparison[];
}

/**
 * Validates datasets one after the other, each with only the days before it.
 *
 * @param datasets in the order of their dates, each date once
 * @param comparisons comparisons with witnesses
 */
export function replay(
  datasets: readonly ArchivedDay[],
  catalogue: readonly CatalogueEntry[],
  comparisons: readonly Comparison[] = [],
): Replay {
  const validated = new ValidatedArchive({ days: datasets, comparisons }, catalogue);
  const publishedDays = validated.days();
  const days = datasets.map(({ date, rates }, index) => ({ date, rates, published: elementAt(publishedDays, index) }));
  const refused = days.flatMap(({ date, rates, published }) => {
    const reason = refusalOf(rates, published, catalogue);
    return reason === null ? [] : [{ date, reason }];
  });
  return { days, refused, rejected: validated.rejected(), comparisons: validated.kept() };
}

/** A source value that is known to be wrong. */
export interface WrongValue {
  readonly date: IsoDate;
  readonly code: string;
  readonly right: number;
}

/** How a replay handled values that are known to be wrong. All other values count as right. */
export interface Score {
  /** Wrong values that were published although they are off by more than 20%. */
  readonly farOff: readonly string[];
  /** Wrong values that were published although they are off by 5 to 20%. */
  readonly off: readonly string[];
  readonly falseHolds: readonly string[];
  /** The largest number of datasets in a row in which a right value of one currency wasn't published. */
  readonly longestFalseHold: number;
  /** Wrong values that are valid in retrospect. */
  readonly overlooked: readonly string[];
}

/** @returns each value as `2025-12-06 BTC` */
export function scoreReplay({ days, rejected }: Replay, wrong: readonly WrongValue[]): Score {
  const rightOf = new Map(wrong.map(({ date, code, right }) => [`${date} ${code}`, right]));
  const found = new Set(rejected.map(({ date, code }) => `${date} ${code}`));
  const farOff: string[] = [];
  const off: string[] = [];
  const falseHolds: string[] = [];
  const inARow = new Map<string, number>();
  let longestFalseHold = 0;
  for (const { date, rates, published } of days) {
    for (const [code, sourceValue] of rates) {
      const value = `${date} ${code}`;
      const isPublishedValue = isPublished(published.quality.get(code) ?? 'ok');
      const right = rightOf.get(value) ?? sourceValue;
      const factor = Math.max(sourceValue / right, right / sourceValue);
      if (isPublishedValue && factor > 1.05) (factor > 1.2 ? farOff : off).push(value);
      const isFalseHold = !isPublishedValue && !rightOf.has(value);
      if (isFalseHold) falseHolds.push(value);
      inARow.set(code, isFalseHold ? (inARow.get(code) ?? 0) + 1 : 0);
      longestFalseHold = Math.max(longestFalseHold, inARow.get(code) ?? 0);
    }
  }
  const overlooked = [...rightOf.keys()].filter((value) => !found.has(value));
  return { farOff, off, falseHolds, longestFalseHold, overlooked };
}
