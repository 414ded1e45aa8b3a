import { subUnits } from '../currencies/sub-units.ts';
import { dateOfDay, dayNumber, yearsBetween } from '../rates/calendar.ts';
import { meanSteps, startOf, type Step, steps } from '../rates/interval.ts';
import { checkDates, checkOneOf, invalid, type Pair } from './arguments.ts';
import { readAverages, readIndex, readOfficialYear, readYear, type Series } from './documents.ts';
import { sources } from './find-day.ts';
import { noRate } from './no-rate.ts';
import type { Average, AverageOptions, DatedRate, HistoryOptions, Source } from './ratesheet.d.ts';
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
  { every = 'day', value = 'last', source = 'market', ...range }: HistoryOptions | AverageOptions,
): Promise<DatedRate[] | Average[]> {
  checkDates({ start: range.start, end: range.end });
  if (range.start && range.end && range.start > range.end) {
    throw invalid('range', `${range.start} to ${range.end}`, 'Swap start and end');
  }
  checkOneOf('every', every, value === 'mean' ? meanSteps : steps);
  checkOneOf('value', value, ['last', 'mean']);
  checkOneOf('source', source, sources);
  const { codes, [source]: reach } = await readIndex(read);
  const { first, last } = reach;
  const end = range.end && range.end < last ? range.end : last;
  const aYearBefore = dateOfDay(dayNumber(end) - YEAR);
  const start = range.start ?? (aYearBefore < first && first <= end ? first : aYearBefore);
  // The bank's past currencies aren't in the list of codes. Unlike the client, the Function accepts sub-units.
  const isKnown = pair.every((code) => (source === 'ecb' ? !subUnits.has(code) : codes.includes(code)));
  if (isKnown && start >= first && start <= end) {
    const ofRange =
      value === 'mean'
        ? await readAverages(read, pair, { start, end, every, source })
        : lastOfEach(every, await crossRates(read, pair, start, end, source));
    if (ofRange?.length) return ofRange;
  }
  const when = range.end === undefined ? `since ${start}` : `between ${start} and ${range.end}`;
  throw await noRate(read, pair, { source, date: start, when });
}

/** A pair's rates on the days that have rates of both currencies, ascending. */
async function crossRates(read: Read, pair: Pair, start: string, end: string, source: Source): Promise<DatedRate[]> {
  const years = yearsBetween(start, end).map(async (year) => {
    const [from, to] = await Promise.all(pair.map((code) => seriesOf(read, code, year, source)));
    return Array.from(from ?? [], ([date, rate]) => ({ date, rate: rateBetween(rate, to?.get(date) ?? NaN) }));
  });
  return (await Promise.all(years)).flat().filter(({ date, rate }) => rate && date >= start && date <= end);
}

async function seriesOf(read: Read, code: string, year: string, source: Source): Promise<Series | undefined> {
  if (source === 'market') return readYear(read, code, year);
  return new Map((await readOfficialYear(read, year)).map(({ date, rates }) => [date, rates.get(code) ?? NaN]));
}

/** The last rate of each interval. */
function lastOfEach(every: Step, rates: readonly DatedRate[]): DatedRate[] {
  const intervalOf = ({ date }: DatedRate) => startOf(every, dayNumber(date));
  return rates.filter((rate, index) => {
    const next = rates[index + 1];
    return !next || intervalOf(next) !== intervalOf(rate);
  });
}
