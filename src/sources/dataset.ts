import { z } from 'zod';
import { byPublishedOrder, type CatalogueEntry } from '../currencies/catalogue.ts';
import { dayNumber } from '../rates/calendar.ts';
import { FIRST_DAY } from '../rates/first-day.ts';
import { isPossibleRate } from '../rates/possible-rate.ts';
import type { Rates } from '../rates/rates.ts';
import { type CompletenessBounds, completenessProblems, defaultCompleteness } from './completeness.ts';
import { DatasetError, type Problem } from './errors.ts';

export interface Dataset {
  readonly date: string;
  /** Units per 1 USD of every currency in the catalogue with a possible rate in the dataset, in the published order. */
  readonly rates: Rates;
}

/** Conditions for any use of a dataset. */
export interface DatasetBounds extends CompletenessBounds {
  /**
   * Days that the dataset's date may be ahead of the clock, because it may already be tomorrow east of UTC.
   * @default 1
   */
  readonly daysAhead: number;
}

/** A dataset needs at least half of the currencies. Validation decides how many a published one may lack. */
const atLeastHalf = { maxMostTraded: Infinity, maxShare: 0.5 };

export const defaultBounds: DatasetBounds = { ...atLeastHalf, required: defaultCompleteness.required, daysAhead: 1 };

/** Conditions for an archived dataset. A past day may lack EUR, because that can't change anymore. */
export const archivedBounds: DatasetBounds = { ...atLeastHalf, required: ['USD'], daysAhead: 0 };

/**
 * Checks a parsed response of a mirror: `{"date": "YYYY-MM-DD", "usd": {"eur": 0.88, …}}`. A value that can't be a
 * rate, such as 0 or text, counts as missing, so that it never blocks other currencies. Other codes are ignored.
 *
 * @throws {DatasetError} listing every problem with its path
 */
export function parseDataset(
  answer: unknown,
  catalogue: readonly CatalogueEntry[],
  now: string,
  bounds: DatasetBounds = defaultBounds,
): Dataset {
  const result = shapeSchema.safeParse(answer);
  if (!result.success) {
    throw new DatasetError(result.error.issues.map(({ path, message }) => ({ path: path.map(String), message })));
  }
  const { date, usd } = result.data;
  const rates = new Map(
    catalogue.toSorted(byPublishedOrder).flatMap(({ code }) => {
      const key = code.toLowerCase();
      const rate = Object.hasOwn(usd, key) ? usd[key] : undefined;
      return isRate(rate) ? [[code, rate] as const] : [];
    }),
  );
  const problems = [
    ...dateProblems(date, now, bounds),
    ...baseProblems(rates),
    ...completenessProblems(catalogue, (code) => rates.has(code), bounds, 'missing or impossible').map(inUsd),
  ];
  if (problems.length > 0) throw new DatasetError(problems);
  return { date, rates };
}

/** @throws {DatasetError} if the dataset isn't of this date */
export function assertDate(dataset: Dataset, date: string): void {
  if (dataset.date !== date) throw new DatasetError([{ path: ['date'], message: `is not ${date}` }]);
}

const shapeSchema = z.object({ date: z.iso.date(), usd: z.record(z.string(), z.unknown()) });

function isRate(value: unknown): value is number {
  return typeof value === 'number' && isPossibleRate(value);
}

function dateProblems(date: string, now: string, { daysAhead }: DatasetBounds): Problem[] {
  const path = ['date'];
  if (date < FIRST_DAY) return [{ path, message: `${date} is before the dataset's first day, ${FIRST_DAY}` }];
  const today = now.slice(0, 10);
  if (dayNumber(date) - dayNumber(today) <= daysAhead) return [];
  return [{ path, message: `${date} is in the future. Today is ${today}` }];
}

function baseProblems(rates: Rates): Problem[] {
  const usd = rates.get('USD') ?? 1;
  return usd === 1 ? [] : [{ path: ['usd', 'usd'], message: `1 USD must be 1 USD, got ${usd}` }];
}

function inUsd({ path, message }: Problem): Problem {
  return { path: ['usd', ...path.map((code) => code.toLowerCase())], message };
}
