import type { CatalogueEntry } from '../currencies/catalogue.ts';
import { dayNumber } from '../rates/calendar.ts';
import { elementAt } from '../rates/element-at.ts';
import type { Quality } from '../rates/quality.ts';
import type { Rates } from '../rates/snapshot.ts';
import { plausibleFactor } from './bounds.ts';
import type { Dataset } from './dataset.ts';
import { ImplausibleDatasetError } from './errors.ts';
import { passGate, type PublishedBefore } from './quality-gate.ts';

/** What became of one dataset. */
export interface ReplayedDay {
  readonly date: string;
  /** What the gate said of every currency that was not plainly ok; empty where the dataset was refused. */
  readonly quality: ReadonlyMap<string, Quality>;
  /** What was published; nothing new where the dataset was refused. */
  readonly rates: Rates;
  /** Why the dataset was refused as a whole. */
  readonly refusal?: string;
}

/** A published value that lies outside of what the source said before and after it. */
export interface Doubt {
  readonly date: string;
  readonly code: string;
  readonly published: number;
  /** How far, as a factor above 1. */
  readonly factor: number;
}

/**
 * Puts datasets through the gate, each beside what the ones before have published, as publishes would.
 *
 * @param datasets the earliest first
 * @param yardstick the rates of a recorded day
 */
export function replay(
  datasets: readonly Dataset[],
  catalogue: readonly CatalogueEntry[],
  yardstick: Rates,
): ReplayedDay[] {
  let previous: PublishedBefore | null = null;
  return datasets.map((dataset) => {
    const { date } = dataset;
    try {
      const passed = passGate({ catalogue, previous, yardstick, dataset });
      previous = { asOf: date, ...passed };
      return { date, ...passed };
    } catch (error) {
      if (!(error instanceof ImplausibleDatasetError)) throw error;
      return { date, rates: new Map<string, number>(), quality: new Map<string, Quality>(), refusal: error.message };
    }
  });
}

/** A value is measured by so many of the source's own before it and after it, */
const NEIGHBOURS = 3;
/** no further away than so many days. */
const NEAR_DAYS = 20;

/** What is nearer to its neighbours than this is not told, nor what is within a day's plausible move. */
const LEAST_DOUBT = 1.05;

/**
 * The values that were believed and are doubtful with hindsight: outside of the span between the median of what the
 * source said just before and that of just after. A true change of level lies within it; a spike that came back does not.
 */
export function doubts(
  days: readonly ReplayedDay[],
  datasets: readonly Dataset[],
  catalogue: readonly CatalogueEntry[],
): Doubt[] {
  const leastOf = new Map(
    catalogue.map(({ code, volatility }) => [code, Math.max(LEAST_DOUBT, plausibleFactor(volatility, 1))]),
  );
  return days.flatMap(({ date, rates, quality }) => {
    const at = dayNumber(date);
    const near = datasets.filter((other) => other.date !== date && Math.abs(dayNumber(other.date) - at) <= NEAR_DAYS);
    const before = near.filter((other) => other.date < date);
    const after = near.filter((other) => other.date > date);
    return [...rates].flatMap(([code, published]) => {
      if (quality.get(code)?.state === 'held') return [];
      const quoted = (some: readonly Dataset[]) => some.flatMap((other) => other.rates.get(code) ?? []);
      const sides = [quoted(before).slice(-NEIGHBOURS), quoted(after).slice(0, NEIGHBOURS)];
      if (sides.some(({ length }) => length < 2)) return [];
      const medians = sides.map(median);
      const factor = Math.max(published / Math.max(...medians), Math.min(...medians) / published);
      return factor > (leastOf.get(code) ?? LEAST_DOUBT) ? [{ date, code, published, factor }] : [];
    });
  });
}

function median(values: readonly number[]): number {
  return elementAt(
    values.toSorted((a, b) => a - b),
    Math.floor(values.length / 2),
  );
}
