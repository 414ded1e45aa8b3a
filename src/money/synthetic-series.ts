import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { mersenne } from 'pure-rand/generator/mersenne';
import type { CatalogueEntry, VolatilityClass } from './currencies/catalogue.ts';
import { datesUpTo, dayNumber, type IsoDate } from './calendar.ts';
import { elementAt } from './element-at.ts';
import { SERIES_DAYS } from './period.ts';
import { round } from './rounding/round.ts';
import type { Rates } from './rates.ts';

/**
 * Standard deviation of a day's relative move, by class. The values are realistic only in their order of magnitude. A
 * pegged currency moves with its anchor and, in addition, by its own amount.
 */
const DAILY_DEVIATION: Record<VolatilityClass, number> = {
  numeraire: 0,
  peg: 0.0001,
  stablecoin: 0.0003,
  major: 0.004,
  minor: 0.003,
  crypto: 0.025,
  metal: 0.004,
};

/**
 * Every currency's synthetic series for the year up to today: 366 daily rates in units per 1 USD, ascending by date,
 * with 12 significant digits. The last rate is today's real rate.
 *
 * A currency's step from one day to the next depends only on its code and the day. So tomorrow's series repeats today's
 * steps, scaled to tomorrow's rate. Every pair is the quotient of two series, so inverse pairs and triangles agree.
 * The code uses only +, −, × and ÷, which IEEE 754 defines exactly, so the result is the same on every machine.
 *
 * @param rates today's rates; the result has a series for each of their currencies
 * @param asOf the last day, `YYYY-MM-DD`
 */
export function buildUsdSeries(
  catalogue: readonly CatalogueEntry[],
  rates: Rates,
  asOf: IsoDate,
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

/** A series, computed backwards from its last rate. It has one rate more than there are steps between its days. */
function pathTo(last: number, steps: readonly number[]): number[] {
  const path = [last];
  let level = last;
  for (const step of steps.toReversed()) {
    level /= step;
    path.push(round(level));
  }
  return path.reverse();
}

/** A day, as its year and the number of earlier days in that year. */
interface DayOfYear {
  readonly year: number;
  readonly index: number;
}

/** The days that have a step: every day of the series except the first. */
function daysOfSteps(asOf: IsoDate): DayOfYear[] {
  return datesUpTo(asOf, SERIES_DAYS - 1).map((date) => {
    const year = date.slice(0, 4);
    return { year: Number(year), index: dayNumber(date) - dayNumber(`${year}-01-01` as IsoDate) };
  });
}

/** The factor by which a currency moves from the previous day to each day, without its anchor's moves. */
function ownSteps({ code, volatility }: CatalogueEntry, days: readonly DayOfYear[]): number[] {
  const deviation = DAILY_DEVIATION[volatility];
  const shocksByYear = new Map<number, number[]>();
  return days.map(({ year, index }) => {
    let shocks = shocksByYear.get(year);
    if (!shocks) shocksByYear.set(year, (shocks = shocksOfYear(code, year)));
    return 1 + deviation * elementAt(shocks, index);
  });
}

/** A nearly standard normal number for each day of a year, always the same for a code and year. */
function shocksOfYear(code: string, year: number): number[] {
  const generator = mersenne(parseInt(code, 36) * 100 + (year % 100));
  return Array.from({ length: 366 }, () => {
    // The sum of four uniform numbers is nearly normal, with mean 2 and variance 1/3. It never exceeds 4, so no day has
    // a huge move.
    let sum = 0;
    for (let i = 0; i < 4; i++) sum += uniformFloat64(generator);
    return (sum - 2) * Math.sqrt(3);
  });
}
