import { isKeyOf } from '../../text/is-key-of.ts';
import { parseJson } from '../../text/parse-json.ts';
import { isDate, isInstant } from '../../rates/calendar.ts';
import { type Snapshot, type RequestedMirror, mirrorOutcomesInWords } from '../../validation/snapshot/snapshot.ts';

/** If rates have been stale for this many hours, the workflow opens an issue. */
const MAX_STALE_HOURS_UNREPORTED = 24;

/** Rates that have been stale for so long that the operator should check the source. */
export interface LongStaleness {
  /** When a check first found the rates stale, ISO 8601 UTC. */
  readonly since: string;
  /** The date of the rates, `YYYY-MM-DD`. */
  readonly asOf: string;
  /** The outcome of each mirror at the last check. */
  readonly mirrors: readonly RequestedMirror[];
}

/** @returns null if the rates are fresh, or have been stale for less than {@link MAX_STALE_HOURS_UNREPORTED} */
export function longStaleness({
  staleSince: since,
  checkedAt,
  asOf,
  mirrors,
}: Pick<Snapshot, 'staleSince' | 'checkedAt' | 'asOf' | 'mirrors'>): LongStaleness | null {
  if (since === null || Date.parse(checkedAt) - Date.parse(since) < MAX_STALE_HOURS_UNREPORTED * 3_600_000) return null;
  return { since, asOf, mirrors };
}

/**
 * Parses the JSON that the publish job printed. It's written without zod, because the job that reads the JSON has no
 * packages.
 *
 * @returns undefined if the text is anything other than null or a {@link LongStaleness}
 */
export function parseLongStaleness(text: string): LongStaleness | null | undefined {
  const value = parseJson(text);
  if (typeof value !== 'object') return undefined;
  if (value === null) return null;
  const { since, asOf, mirrors } = value as Readonly<Record<string, unknown>>;
  if (!isInstant(since) || !isDate(asOf) || !Array.isArray(mirrors) || !mirrors.every(isRequestedMirror))
    return undefined;
  return { since, asOf, mirrors: mirrors.map(({ mirror, outcome, date }) => ({ mirror, outcome, date })) };
}

function isRequestedMirror(value: unknown): value is RequestedMirror {
  if (typeof value !== 'object' || value === null) return false;
  const { mirror, outcome, date } = value as Readonly<Record<string, unknown>>;
  return (
    // Printable ASCII without spaces and backticks, so that the URL stays in a Markdown code span.
    typeof mirror === 'string' &&
    /^https?:\/\/[!-_a-~]{1,500}$/.test(mirror) &&
    isKeyOf(mirrorOutcomesInWords, outcome) &&
    (date === null || isDate(date))
  );
}
