import { dateOfDay, dayNumber, type IsoDate, yearsBetween } from '../../money/calendar.ts';
import type { BankTable } from '../../sources/bank.ts';
import type { TableRequests } from './table-requests.ts';

export type RequestedDays = Pick<BankTable, 'firstDay'> & Pick<TableRequests, 'perRange'>;

/** The first and the last day of one request, `YYYY-MM-DD`. */
export type Span = readonly [first: IsoDate, last: IsoDate];

/**
 * The requests for the days from `first` to `last`, ascending. A day always belongs to the same request, whenever it's
 * asked for. So the requests before a span can be listed later.
 */
export function spansOf({ perRange, firstDay }: RequestedDays, first: IsoDate, last: IsoDate): Span[] {
  const from = first > firstDay ? first : firstDay;
  if (from > last) return [];
  if (perRange === 'all days') return [[firstDay, last]];
  const spans = perRange === 'a calendar year' ? years(from, last) : multiples(perRange, from, last);
  return spans.map(([begin, end]) => [begin > firstDay ? begin : firstDay, end < last ? end : last]);
}

/** The number of steps in which every range has its turn: about a year of business days, and more than the ranges. */
const ROUND = 250;

/**
 * Which of some ranges has its turn at a step. The number of ranges grows with the steps, so the remainder of the step
 * alone would leave out the same ranges each time.
 */
export function turnOf(step: number, ranges: number): number {
  return (step % ROUND) % ranges;
}

function years(first: IsoDate, last: IsoDate): Span[] {
  return yearsBetween(first, last).map((year) => [`${year}-01-01` as IsoDate, `${year}-12-31` as IsoDate]);
}

function multiples(length: number, first: IsoDate, last: IsoDate): Span[] {
  const spans: Span[] = [];
  for (let day = dayNumber(first) - (dayNumber(first) % length); day <= dayNumber(last); day += length) {
    spans.push([dateOfDay(day), dateOfDay(day + length - 1)]);
  }
  return spans;
}
