import { newestDay } from '../../archive/archive.ts';
import { dateOfDay, dayNumber } from '../../money/calendar.ts';
import { present } from '../../text/present.ts';
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
  const events = kinds.flatMap((eventsOf) => eventsOf(input, since));
  return events.sort(byNewest).slice(0, MAX_EVENTS);
}

function byNewest(one: FeedEvent, other: FeedEvent): number {
  if (one.at !== other.at) return one.at > other.at ? -1 : 1;
  return one.key < other.key ? -1 : 1;
}
