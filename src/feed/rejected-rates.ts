import { dateOfDay, dayNumber } from '../rates/calendar.ts';
import { elementAt } from '../rates/element-at.ts';
import { present } from '../text/present.ts';
import { MAX_EXCURSION_DAYS } from '../validation/currency/bounds.ts';
import { MAX_DATASETS } from '../validation/currency/doubts.ts';
import { isPublished } from '../validation/currency/source-value.ts';
import { reasonsInWords } from '../validation/snapshot/quality.ts';
import type { RejectedValue } from '../validation/validate-archive.ts';
import { eventOfDay, type EventsOf, type FeedEvent, receiptOf } from './feed-event.ts';

/** Days after which a published value isn't rejected anymore: the excursion, and the doubt about the value after it. */
const MAX_DAYS_UNTIL_REJECTED = MAX_EXCURSION_DAYS + MAX_DATASETS;

/**
 * Values that were published on their day, and that later days showed to be wrong. All values of a currency that the
 * same day showed to be wrong are one event, on that day.
 */
export const rejectedRates: EventsOf = ({ archive: { days }, validated }, since) => {
  const dates = days.map(({ date }) => date);
  const indexes = new Map(dates.map((date, index) => [date, index]));
  const indexOf = ({ date }: RejectedValue) => present(indexes.get(date), `archived day ${date}`);
  const earliest = dateOfDay(dayNumber(since) - MAX_DAYS_UNTIL_REJECTED);
  const rejected = validated
    .rejected()
    .filter(
      (value) => value.date >= earliest && isPublished(elementAt(validated.decisionsOf(value.code), indexOf(value))),
    );
  return Array.from(Map.groupBy(rejected, ({ code }) => code)).flatMap(([code, values]) => {
    const events: FeedEvent[] = [];
    let waiting = values;
    for (let index = indexOf(elementAt(values, 0)) + 1; waiting.length > 0 && index < dates.length; index++) {
      const day = elementAt(dates, index);
      if (waiting.every(({ date }) => date >= day)) continue;
      const known = new Set(validated.rejectedUpTo(code, index + 1).map(({ date }) => date));
      const found = waiting.filter(({ date }) => date < day && known.has(date));
      waiting = waiting.filter((value) => !found.includes(value));
      if (found.length > 0 && day >= since) events.push(eventOf(code, day, found));
    }
    return events;
  });
};

function eventOf(code: string, day: string, values: readonly RejectedValue[]): FeedEvent {
  const [first, last] = [elementAt(values, 0), elementAt(values, values.length - 1)];
  const days = values.length === 1 ? first.date : `${values.length} days from ${first.date} to ${last.date}`;
  const reasons = [...new Set(values.map(({ reason }) => reasonsInWords[reason]))];
  return eventOfDay('rejected', code, day, {
    title: `Past rates of ${code} are rejected`,
    text:
      `The rates up to ${day} show that published rates of ${code} were wrong: ${reasons.join('; ')}. ` +
      `Past rates omit the values of ${days}.`,
    explainedBy: receiptOf(code, first.date),
  });
}
