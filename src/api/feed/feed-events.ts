import { newestDay } from '../../archive/archive.ts';
import { dateOfDay, dayNumber, isDate, type IsoDate } from '../../money/calendar.ts';
import { present } from '../../text/present.ts';
import { timeOfLine } from '../query/publish-log.ts';
import { bankCorrections } from './bank-corrections.ts';
import type { EventsOf, FeedEvent, FeedInput } from './feed-event.ts';
import { redenominations } from './redenominations.ts';
import { sourceChanges } from './source-changes.ts';
import { stateChanges } from './state-changes.ts';

/** Days before the newest day whose events are in the feed. Feed readers keep what they have read. */
const FEED_DAYS = 90;
/** Maximum number of events, so that the feed stays small if one day has events of all currencies. */
const MAX_EVENTS = 100;

const kinds: readonly EventsOf[] = [redenominations, stateChanges, sourceChanges, bankCorrections];

/** The events of the last {@link FEED_DAYS} days, the newest first. */
export function feedEvents(input: FeedInput): FeedEvent[] {
  const { date: newest } = present(newestDay(input.archive), 'day');
  const since = dateOfDay(dayNumber(newest) - FEED_DAYS);
  const timeOfDay = firstPublishes(input, since);
  const events = kinds
    .flatMap((eventsOf) => eventsOf(input, since))
    .map((event) => ({ ...event, at: isDate(event.when) ? timeOfDay(event.when) : event.when }));
  return events.sort(byNewest).slice(0, MAX_EVENTS);
}

/**
 * The time of the first publish that has a day or a later one. A reader that goes by time has read entries up to an
 * earlier publish, so an entry with the beginning of its day may be too old for this reader.
 */
function firstPublishes({ publishLog, retrieved_at }: FeedInput, since: IsoDate): (date: IsoDate) => string {
  const recent = publishLog.filter(({ date }) => date >= since);
  return (date) => {
    const line = recent.find((line) => line.date >= date);
    return line ? (timeOfLine(line) ?? `${date}T00:00:00.000Z`) : retrieved_at;
  };
}

function byNewest(one: FeedEvent, other: FeedEvent): number {
  if (one.at !== other.at) return one.at > other.at ? -1 : 1;
  return one.key < other.key ? -1 : 1;
}
