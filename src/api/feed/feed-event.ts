import type { Instant, IsoDate } from '../../money/calendar.ts';
import { receiptQuery } from '../explain/receipt-query.ts';
import type { LogLine } from '../query/publish-log.ts';
import type { Archive } from '../../archive/archive.ts';
import type { Official } from '../../archive/official-rates.ts';
import type { CatalogueEntry } from '../../money/currencies/catalogue.ts';
import type { ValidatedArchive } from '../../validation/validate-archive.ts';

/** What events are computed from: the archive, and facts about currencies. */
export interface FeedInput {
  readonly catalogue: readonly CatalogueEntry[];
  /** The source's rates up to the newest published day. */
  readonly archive: Archive;
  readonly validated: ValidatedArchive;
  readonly official: Official;
  /** The publish log before this publish. */
  readonly publishLog: readonly LogLine[];
  /** When the newest day was downloaded, ISO 8601 UTC. */
  readonly retrieved_at: Instant;
}

/** A change of the published data that a reader of the feed should know. */
export interface FeedEvent extends FoundEvent {
  /** When the event was published, ISO 8601 UTC with milliseconds. */
  readonly at: string;
}

/** An event as it's found in the data. */
export interface FoundEvent {
  /** A text that no other event has. It stays the same in every later feed. */
  readonly key: string;
  /** The day of the event, or the time at which it was published, if the data has it. */
  readonly when: string;
  readonly title: string;
  /** Sentences about what was known then, so that the text stays the same in later feeds. */
  readonly text: string;
  /** The path of the page or file that explains the event, relative to the site. */
  readonly explainedBy: string;
}

export type EventsOf = (input: FeedInput, since: IsoDate) => FoundEvent[];

interface DayEvent extends Pick<FoundEvent, 'title' | 'text' | 'explainedBy'> {
  readonly kind: string;
  readonly subject: string;
  /** `YYYY-MM-DD` */
  readonly date: IsoDate;
}

/** An event of a day. Only one event of its kind may be about the subject on the same day. */
export function eventOfDay({ kind, subject, date, ...event }: DayEvent): FoundEvent {
  return { key: `${kind} ${subject} ${date}`, when: date, ...event };
}

/** The path of the rate receipt for a currency on a day, relative to the site. */
export function receiptOf(code: string, date: IsoDate): string {
  return `receipt${receiptQuery({ from: 'USD', to: code, date, source: '' })}`;
}
