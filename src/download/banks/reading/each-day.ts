import { datesFrom, dayNumber, type IsoDate } from '../../../money/calendar.ts';

/** A request for each day of a range, if a server has one list in a response. @param isAsked whether a day needs one */
export function eachDay(
  first: IsoDate,
  last: IsoDate,
  isAsked: (day: number) => boolean,
  url: (date: IsoDate) => string,
): [string, ...string[]] {
  const dates = datesFrom(dayNumber(first), dayNumber(last) - dayNumber(first) + 1);
  const [one = first, ...others] = dates.filter((date) => isAsked(dayNumber(date)));
  return [url(one), ...others.map(url)];
}
