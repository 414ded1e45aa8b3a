import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { mersenne } from 'pure-rand/generator/mersenne';
import type { CatalogueEntry, VolatilityClass } from '../currencies/catalogue.ts';
import { datesUpTo, dayNumber } from './calendar.ts';
import { elementAt } from './element-at.ts';
import { SERIES_DAYS } from './period.ts';
import { round } from './round.ts';
import type { Rates } from './rates.ts';

/**
 * Standard deviation of a day's relative move, by class. Orders of magnitude, so that a chart looks like the currency it
 * names: the series is synthetic and says so. A pegged currency moves with its anchor and, beside it, by this much.
 */
const DAILY_DEVIATION: Record<VolatilityClass, number> = {
  numeraire: 0,
  peg: 0.0001,
  stablecoin: 0.0003,
  major: 0.004,
  minor: 0.003,
  crypto: 0.025,
};

/**
 * Every currency's synthetic daily series for the year that ends today: 366 units per 1 USD, ascending by date, 12
 * significant digits, the last one today's rate itself.
 *
 * A currency's step from one day to the next depends on its code and that day alone. So tomorrow's series repeats
 * today's steps and only its level moves, and because every pair is the quotient of two of these series, inverse pairs
 * and triangles agree. Only +, −, × and ÷ are used: these are exact in IEEE 754, so any machine gets the same bytes.
 *
 * @param rates today's rates; a series is made for each
 * @param asOf the last day, `YYYY-MM-DD`
 */
export function buildUsdSeries(
  catalogue: readonly CatalogueEntry[],
  rates: Rates,
  asOf: string,
): Map<string, number[]> {
  const entries = new Map(catalogue.map((entry) => [entry.code, entry]));
  const days = daysOfSteps(asOf);
  const stepsByCode = new Map<string, number[]>();

  function stepsOf(code: string): number[] {
    const known = stepsByCode.get(code);
    if (known) return known;
    const entry = entries.get(code);
    if (!entry) throw new Error(`The catalogue has no ${code}.`);
    const own = ownSteps(entry, days);
    const anchor = entry.peg === null ? undefined : stepsOf(entry.peg);
    const steps = anchor ? own.map((step, day) => step * elementAt(anchor, day)) : own;
    stepsByCode.set(code, steps);
    return steps;
  }

  return new Map([...rates].map(([code, rate]) => [code, pathTo(rate, stepsOf(code))]));
}

/** The levels that lead by these steps to the last one: one more than there are steps. */
function pathTo(last: number, steps: readonly number[]): number[] {
  const path = [last];
  let level = last;
  for (const step of steps.toReversed()) {
    level /= step;
    path.push(round(level));
  }
  return path.reverse();
}

/** A day as its year and how many days of it have gone by. */
interface DayOfYear {
  readonly year: number;
  readonly index: number;
}

/** The days that have a step: those of the year that ends at `asOf` but the first. */
function daysOfSteps(asOf: string): DayOfYear[] {
  return datesUpTo(asOf, SERIES_DAYS - 1).map((date) => {
    const year = date.slice(0, 4);
    return { year: Number(year), index: dayNumber(date) - dayNumber(`${year}-01-01`) };
  });
}

/** The factors by which a currency moves into each of these days, its anchor's moves left out. */
function ownSteps({ code, volatility }: CatalogueEntry, days: readonly DayOfYear[]): number[] {
  const deviation = DAILY_DEVIATION[volatility];
  const shocksByYear = new Map<number, number[]>();
  return days.map(({ year, index }) => {
    let shocks = shocksByYear.get(year);
    if (!shocks) shocksByYear.set(year, (shocks = shocksOfYear(code, year)));
    return 1 + deviation * elementAt(shocks, index);
  });
}

/** A standard normal number, near enough, for each day of a year: the same for a code and year, always and everywhere. */
function shocksOfYear(code: string, year: number): number[] {
  const generator = mersenne(parseInt(code, 36) * 100 + (year % 100));
  return Array.from({ length: 366 }, () => {
    // The sum of four uniform numbers is close to normal, has mean 2 and variance 1/3, and, bounded, never jumps.
    let sum = 0;
    for (let i = 0; i < 4; i++) sum += uniformFloat64(generator);
    return (sum - 2) * Math.sqrt(3);
  });
}
