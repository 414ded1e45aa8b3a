import { market } from '../../sources/market.ts';
import { sourceDaysFile } from '../../api/query/source-files.ts';
import { RatesReader } from '../../api/query/rates-reader.ts';
import { dateOfDay, dayNumber, EARLIEST, isDate, type IsoDate, LATEST } from '../../money/calendar.ts';
import type { Coverage } from '../../money/coverage.ts';
import { elementAt } from '../../money/element-at.ts';
import { type DailyRates, type DatedRate, withDates } from '../../money/past-rates.ts';
import { currencyOf } from '../../money/currencies/sub-units.ts';
import { type UnitChange, unitChanges } from '../../money/currencies/unit-changes.ts';
import { maxPause } from '../../sources/bank.ts';
import { bankOf } from '../../sources/banks.ts';
import type { BrowserSite } from '../frame/browser-site.ts';
import { daysOf, type Range } from './chart-range.ts';
import { isMarkedByYear } from './chart-days.ts';
import { type Line, lineOf, officialLineOf } from './past-line.ts';

/** What a chart shows. */
export interface ChartChoice {
  readonly from: string;
  readonly to: string;
  readonly range: Range;
  readonly source: string;
  /** The day that the visitor chose; empty for the newest rate. */
  readonly date: string;
}

/** A pair's past rates with everything that the chart shows about them. */
export interface Chart extends Line, Omit<ChartChoice, 'range' | 'date'> {
  /** Whether the chart is so long that its axis marks years and its table lists months. */
  readonly isLong: boolean;
  /** The days with a rate. The list is never empty. */
  readonly known: readonly DatedRate[];
  readonly first: DatedRate;
  readonly last: DatedRate;
  readonly high: DatedRate;
  readonly low: DatedRate;
  /** Number of days without a market rate. */
  readonly missing: number;
  /** The last day before and the first day after each time in which official rates paused. */
  readonly pauses: readonly (readonly [start: IsoDate, end: IsoDate])[];
  /** The redenomination with which the chart starts, because earlier rates are in another unit. */
  readonly unitChange: UnitChange | undefined;
  /** The market rates of the same days, beside a bank's; undefined if the market is the source, or has none of the days. */
  readonly beside: readonly (number | null)[] | undefined;
  /** Index of the day whose rate counts for the day that the visitor chose; undefined if no day is chosen. */
  readonly chosen: number | undefined;
}

/** Reads the rates of a chart; undefined if no day has a rate. */
export async function readChart(choice: ChartChoice, reach: Coverage, site: BrowserSite): Promise<Chart | undefined> {
  const { from, to, range, source, date } = choice;
  const { first, last } = daysOf(range, reach, isDate(date) ? date : undefined);
  const rates = await new RatesReader(source, site).crossRates([from, to], first, last);
  if (source === market.key) return chartOf(rates, choice);
  const chart = chartOf(rates, choice, await pauseOf(choice, site));
  return chart && { ...chart, beside: await marketBeside(chart, site) };
}

/** The market rates of a chart's days; undefined if there are none, or if they can't be read. */
async function marketBeside(chart: Chart, site: BrowserSite): Promise<Chart['beside']> {
  const [first, last] = [site.day.first, chart.first.date].sort();
  if (last === undefined || first === undefined || chart.last.date < site.day.first) return undefined;
  try {
    const reader = new RatesReader(market.key, site);
    const { firstDay, rates } = await reader.crossRates([chart.from, chart.to], last, chart.last.date);
    const beside = chart.days
      .map((day) => rates[day - firstDay] ?? NaN)
      .map((rate) => (Number.isNaN(rate) ? null : rate));
    return beside.some((rate) => rate !== null) ? beside : undefined;
  } catch {
    // The bank's line is what the visitor asked for, and it's complete without the other.
    return undefined;
  }
}

/** The most days without rates of a pair that aren't a gap in its line. It's longer if a currency has weekly rates. */
async function pauseOf({ from, to, source }: ChartChoice, site: BrowserSite): Promise<number> {
  const bank = bankOf(source);
  const { tables } = await site.read(sourceDaysFile(bank, site.day));
  const isIn = (table: string) => [from, to].some((code) => tables.get(table)?.periods.has(currencyOf(code)));
  return Math.max(...bank.tables.filter(({ key }, index) => index === 0 || isIn(key)).map(maxPause));
}

/**
 * The chart of the last rates that are in the same units.
 *
 * @param pause for official rates, the most days without rates that aren't a gap
 */
export function chartOf(
  daily: DailyRates,
  { from, to, source, date }: Omit<ChartChoice, 'range'>,
  pause?: number,
): Chart | undefined {
  const all = withDates(daily);
  const unitChange = unitChanges([from, to], all[0]?.date ?? LATEST, all.at(-1)?.date ?? EARLIEST).at(-1);
  const rates = unitChange ? daysSince(unitChange.date, daily) : daily;
  const known = withDates(rates);
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last) return undefined;
  let [high, low] = [first, first];
  for (const each of known) {
    if (each.rate > high.rate) high = each;
    if (each.rate < low.rate) low = each;
  }
  const line = pause === undefined ? lineOf(rates) : officialLineOf(known, pause);
  const day = isDate(date) ? dayNumber(date) : -Infinity;
  const chosen = line.days.findLastIndex((each, index) => each <= day && line.rates[index] !== null);
  return {
    ...{ from, to, source, ...line, known, first, last, high, low, unitChange },
    chosen: chosen === -1 ? undefined : chosen,
    beside: undefined,
    isLong: isMarkedByYear(rates.rates.length),
    missing: pause === undefined ? rates.rates.length - known.length : 0,
    pauses: pause === undefined ? [] : pausesOf(line),
  };
}

function daysSince(date: IsoDate, { firstDay, rates }: DailyRates): DailyRates {
  const since = dayNumber(date);
  return { firstDay: since, rates: rates.slice(since - firstDay) };
}

/** How much a rate differs from the chart's first rate, as a share: 0.01 is one percent. */
export function changeOf({ first }: Chart, rate: number): number {
  return rate / first.rate - 1;
}

function pausesOf({ days, rates }: Line): (readonly [start: IsoDate, end: IsoDate])[] {
  const dateAt = (index: number) => dateOfDay(elementAt(days, index));
  return days.flatMap((_, index) => (rates[index] === null ? [[dateAt(index - 1), dateAt(index + 1)] as const] : []));
}
