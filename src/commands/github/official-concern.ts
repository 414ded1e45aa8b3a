import { dayNumber } from '../../rates/calendar.ts';
import { present } from '../../text/present.ts';
import type { OfficialDoubt } from '../../archive/official-doubts.ts';
import { businessDaysSince, MAX_OFFICIAL_AGE, type OfficialRates } from '../../archive/official-rates.ts';

/**
 * Days after which a person should look at a doubt. A bank repairs most errors on its next business day, which is at
 * most three days later except at Easter.
 */
const MAX_DOUBT_DAYS_UNREPORTED = 3;

/** Official rates that a person should look at. */
export interface OfficialConcern {
  /** The newest date with official rates. */
  readonly asOf: string;
  /**
   * When the last uninterrupted series of checks with a problem began, ISO 8601 UTC; null if the rates are at most
   * {@link MAX_OFFICIAL_AGE} business days old, or the last check had no problem.
   */
  readonly oldSince: string | null;
  readonly doubts: readonly OfficialDoubt[];
}

/** @returns null if nothing needs a person */
export function officialConcern(official: OfficialRates, now: string): OfficialConcern | null {
  const today = now.slice(0, 10);
  const { problem } = official;
  const asOf = present(official.days.at(-1), 'official day').date;
  const isOld = businessDaysSince(asOf, today) > MAX_OFFICIAL_AGE;
  const oldSince = problem && isOld ? problem.since : null;
  const doubts = official.doubts.filter(({ reason, since }) => {
    // Too many changes stop the whole file, so an issue opens at once.
    if (reason === 'too_many_changes') return true;
    return dayNumber(today) - dayNumber(since) > MAX_DOUBT_DAYS_UNREPORTED;
  });
  return oldSince === null && doubts.length === 0 ? null : { asOf, oldSince, doubts };
}
