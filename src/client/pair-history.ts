import { dayOfLine } from '../api/published/official-year.ts';
import { dateOfDay, dayNumber, yearsBetween } from '../rates/calendar.ts';
import { meanSteps, startOf, type Step, steps } from '../rates/interval.ts';
import { checkDates, checkOneOf, invalid, type Pair } from './arguments.ts';
import {
  findSource,
  market,
  type RateSource,
  readAverages,
  readOfficialYear,
  readYear,
  type Series,
  tablesOf,
} from './documents.ts';
import { noRate } from './no-rate.ts';
import type { Average, AverageOptions, DatedRate, HistoryOptions } from './ratesheet.d.ts';
import { rateBetween } from './rate-between.ts';
import type { Read } from './site-reader.ts';

/** Number of days in a range if the caller gave no start. */
const YEAR = 365;

/**
 * A pair's past rates, or their averages.
 *
 * @throws {UnknownCurrency | NoRateForDate}
 */
export async function pairHistory(
  read: Read,
  pair: Pair,
  { every = 'day', value = 'last', source: key = market, ...range }: HistoryOptions | AverageOptions,
): Promise<DatedRate[] | Average[]> {
  checkDates({ start: range.start, end: range.end });
  if (range.start && range.end && range.start > range.end) {
    throw invalid('range', `${range.start} to ${range.end}`, 'Swap start and end');
  }
  checkOneOf('every', every, value === 'mean' ? meanSteps : steps);
  checkOneOf('value', value, ['last', 'mean']);
  const source = await findSource(read, key);
  const { first, last } = source;
  const end = range.end && range.end < last ? range.end : last;
  const aYearBefore = dateOfDay(dayNumber(end) - YEAR);
  const start = range.start ?? (aYearBefore < first && first <= end ? first : aYearBefore);
  // Unlike the client, the Function accepts sub-units.
  const isKnown = pair.every((code) => source.currencies[code]);
  if (isKnown && start >= first && start <= end) {
    const ofRange =
      value === 'mean'
        ? await readAverages(read, pair, { start, end, every, source: key })
        : lastOfEach(every, await crossRates(read, pair, start, end, source));
    if (ofRange?.length) return ofRange;
  }
  const inWords = range.end === undefined ? `since ${start}` : `between ${start} and ${range.end}`;
  throw await noRate(read, { pair, source: key, date: start, range: inWords });
}

/** A pair's rates on the days that have rates of both currencies, ascending. */
async function crossRates(
  read: Read,
  pair: Pair,
  start: string,
  end: string,
  source: RateSource,
): Promise<DatedRate[]> {
  const seriesOf = source.key === market ? marketSeries : officialSeries;
  const years = yearsBetween(start, end).map(async (year) => {
    const [from, to] = await seriesOf(read, pair, year, source);
    return Array.from(from ?? [], ([date, rate]) => ({
      date,
      rate: rateBetween(rate, to?.get(date) ?? NaN, source.quotation),
    }));
  });
  const rates = (await Promise.all(years)).flat().filter(({ date, rate }) => rate && date >= start && date <= end);
  // Days that only a further table has come last in their year.
  return rates.sort((one, other) => (one.date < other.date ? -1 : 1));
}

/** The rates of both currencies in a year. */
type ReadSeries = (read: Read, pair: Pair, year: string, source: RateSource) => Promise<(Series | undefined)[]>;

const marketSeries: ReadSeries = (read, pair, year) => Promise.all(pair.map((code) => readYear(read, code, year)));

const officialSeries: ReadSeries = async (read, pair, year, source) => {
  const series = pair.map(() => new Map<string, number>());
  for (const [index, { key, first, last }] of tablesOf(source).entries()) {
    // The site has a file for each year of a table. Outside these years, a request would fail.
    if (year < first.slice(0, 4) || year > last.slice(0, 4)) continue;
    const ofYear = await readOfficialYear(read, key, year);
    for (const line of ofYear.lines) {
      const { date, rates } = dayOfLine(ofYear, line);
      for (const [of, code] of pair.entries()) {
        // Only the first table's days have the rate 1 of the base.
        const rate = code === source.quoted_currency && index === 0 ? 1 : rates.get(code);
        // If a currency is in several tables, the first table counts.
        if (rate && !series[of]?.has(date)) series[of]?.set(date, rate);
      }
    }
  }
  return series;
};

/** The last rate of each interval. */
function lastOfEach(every: Step, rates: readonly DatedRate[]): DatedRate[] {
  const intervalOf = ({ date }: DatedRate) => startOf(every, dayNumber(date));
  return rates.filter((rate, index) => {
    const next = rates[index + 1];
    return !next || intervalOf(next) !== intervalOf(rate);
  });
}
