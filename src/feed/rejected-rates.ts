import { type Archive, archiveUpTo } from '../archive/archive.ts';
import type { CatalogueEntry } from '../currencies/catalogue.ts';
import { dateOfDay, dayNumber } from '../rates/calendar.ts';
import { elementAt } from '../rates/element-at.ts';
import { present } from '../text/present.ts';
import { MAX_EXCURSION_DAYS } from '../validation/currency/bounds.ts';
import { MAX_DATASETS } from '../validation/currency/doubts.ts';
import { isPublished } from '../validation/currency/source-value.ts';
import { parityOf } from '../validation/parity.ts';
import { reasonsInWords } from '../validation/snapshot/quality.ts';
import { type RejectedValue, ValidatedArchive } from '../validation/validate-archive.ts';
import { eventOfDay, type EventsOf, type FeedEvent, type FeedInput, receiptOf } from './feed-event.ts';

/** Days after which a published value isn't rejected anymore: the excursion, and the doubt about the value after it. */
const MAX_DAYS_UNTIL_REJECTED = MAX_EXCURSION_DAYS + MAX_DATASETS;

/**
 * Values that were published on their day, and that later days showed to be wrong. All values of a currency that the
 * same day showed to be wrong are one event, on that day.
 */
export const rejectedRates: EventsOf = (input, since) => {
  const { catalogue, archive } = input;
  const earliest = dateOfDay(dayNumber(since) - MAX_DAYS_UNTIL_REJECTED);
  let waiting = publishedAndRejected(input, earliest);
  const events: FeedEvent[] = [];
  for (const { date: day } of archive.days) {
    const earlier = waiting.filter(({ date }) => date < day);
    if (earlier.length === 0) continue;
    const rejected = rejectedUpTo(day, archive, withAnchors(new Set(earlier.map(({ code }) => code)), catalogue));
    const found = earlier.filter((value) => rejected.has(keyOf(value)));
    waiting = waiting.filter((value) => !found.includes(value));
    if (day < since) continue;
    for (const [code, values] of Map.groupBy(found, ({ code }) => code)) events.push(eventOf(code, day, values));
  }
  return events;
};

/** The values since a day that were published on their day, and that are rejected now. */
function publishedAndRejected({ archive, validated }: FeedInput, since: string): RejectedValue[] {
  const indexes = new Map(archive.days.map(({ date }, index) => [date, index]));
  return validated.rejected().filter(({ date, code }) => {
    if (date < since) return false;
    const index = present(indexes.get(date), `archived day ${date}`);
    return isPublished(elementAt(validated.decisionsOf(code), index));
  });
}

/** The values that were rejected when a day was the newest. */
function rejectedUpTo(day: string, archive: Archive, catalogue: readonly CatalogueEntry[]): ReadonlySet<string> {
  return new Set(new ValidatedArchive(archiveUpTo(archive, day), catalogue).rejected().map(keyOf));
}

function keyOf({ date, code }: RejectedValue): string {
  return `${date} ${code}`;
}

/** The entries of some currencies and of the currencies that their parities refer to. */
function withAnchors(codes: ReadonlySet<string>, catalogue: readonly CatalogueEntry[]): CatalogueEntry[] {
  const entries = catalogue.filter(({ code }) => codes.has(code));
  const anchors = entries.flatMap((entry) => parityOf(entry)?.anchor ?? []);
  const all = new Set([...codes, ...anchors]);
  return all.size === codes.size ? entries : withAnchors(all, catalogue);
}

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
