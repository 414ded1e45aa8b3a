import type { ArchivedDay } from '../../archive/archive.ts';
import { type Official, undoubted } from '../../archive/official-rates.ts';
import { dayNumber, isInSpan, type IsoDate } from '../../money/calendar.ts';
import { requestsOf } from '../../download/banks/requests.ts';
import { spansOf } from '../../download/banks/spans.ts';
import { histories, type TableKey } from '../data/bank-history.ts';
import { responseTo } from '../servers/bank-responses.ts';
import { pathOf } from '../servers/expected-runs.ts';

/** The rates of the fake banks' tables from one day to another. */
export function fakeOfficial(keys: readonly TableKey[], first: IsoDate, last: IsoDate): Official {
  return new Map(keys.map((key) => [key, undoubted(fakeDays(key, first, last))]));
}

/** The days of a fake bank's table from one day to another, read from the responses to all requests. */
export function fakeDays(key: TableKey, first: IsoDate, last: IsoDate): ArchivedDay[] {
  const { fixedOn } = histories[key];
  const daysOf = (from: IsoDate, until: IsoDate) => {
    const [begin, end] = [dayNumber(from > first ? from : first), dayNumber(until < last ? until : last)];
    const days = Array.from({ length: Math.max(0, end - begin + 1) }, (_, index) => begin + index);
    return days.filter((day) => fixedOn(day) !== null);
  };
  const { perRange, asks, parse } = requestsOf(key);
  return spansOf({ firstDay: first, perRange }, first, last).flatMap((span) => {
    const [one = '', ...others] = asks(...span, last).map(
      (ask) => responseTo(key, pathOf(ask), { begin: dayNumber(first), newest: dayNumber(last), daysOf }).body,
    );
    return parse(one, ...others).days.filter(({ date }) => isInSpan(span, date));
  });
}
