import { dateOfDay, dayNumber, type IsoDate } from '../money/calendar.ts';
import { directionsOf } from '../money/quotation.ts';
import { meanSteps, startOf, type Step, steps } from '../money/interval.ts';
import type { DatedRate } from '../money/past-rates.ts';
import { checkOneOf, dateOf, invalid, type Pair } from './arguments.ts';
import { findSource, market, quotationOf, type RateSource, readAverages, readSeries } from './documents.ts';
import { noRate } from './no-rate.ts';
import type { Average, AverageOptions, HistoryOptions } from './ratesheet.d.ts';
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
  const [from, to] = [dateOf('start', range), dateOf('end', range)];
  if (from && to && from > to) throw invalid('range', `${from} to ${to}`, 'Swap start and end');
  checkOneOf('every', every, value === 'mean' ? meanSteps : steps);
  checkOneOf('value', value, ['last', 'mean']);
  const source = await findSource(read, key);
  const { first, last } = source;
  const end = to && to < last ? to : last;
  const aYearBefore = dateOfDay(dayNumber(end) - YEAR);
  const start = from ?? (aYearBefore < first && first <= end ? first : aYearBefore);
  // Unlike the client, the Function accepts sub-units.
  const isKnown = pair.every((code) => source.currencies[code]);
  if (isKnown && start >= first && start <= end) {
    const ofRange =
      value === 'mean'
        ? await readAverages(read, pair, { start, end, every, source: key })
        : lastOfEach(every, await crossRates(read, pair, start, end, source));
    if (ofRange?.length) return ofRange;
  }
  const inWords = to === undefined ? `since ${start}` : `between ${start} and ${to}`;
  throw await noRate(read, { pair, source: key, date: start, range: inWords });
}

/** A pair's rates on the days that have rates of both currencies, ascending. */
async function crossRates(
  read: Read,
  pair: Pair,
  start: IsoDate,
  end: IsoDate,
  source: RateSource,
): Promise<DatedRate[]> {
  const [from, to] = await Promise.all(pair.map((code) => readSeries(read, source.key, code)));
  const directions = directionsOf(pair, quotationOf(source));
  const rates = [];
  for (let day = dayNumber(start); day <= dayNumber(end); day++) {
    const rate = rateBetween(from?.(day) ?? NaN, to?.(day) ?? NaN, directions);
    if (rate) rates.push({ date: dateOfDay(day), rate });
  }
  return rates;
}

/** The last rate of each interval. */
function lastOfEach(every: Step, rates: readonly DatedRate[]): DatedRate[] {
  const intervalOf = ({ date }: DatedRate) => startOf(every, dayNumber(date));
  return rates.filter((rate, index) => {
    const next = rates[index + 1];
    return !next || intervalOf(next) !== intervalOf(rate);
  });
}
