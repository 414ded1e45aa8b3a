import { instantAt } from '../../../money/calendar.ts';
import { type CheckedRates, isUnchecked, stalenessAt, type StaleReason } from '../../../validation/freshness.ts';
import type { MessageKey } from '../../texts/fill-message.ts';

/** The dates and times that decide whether the page warns that its rates are old. */
export interface Staleness extends CheckedRates {
  /** The visitor's time, in milliseconds. */
  readonly now: number;
  /** When the page was opened, in milliseconds. */
  readonly openedAt: number;
}

/**
 * The sentences of the warning for rates that are stale or may be stale; empty if they're fresh. The published files
 * describe only the last check. If publishing stops or a tab stays open, only the visitor's clock shows that the rates
 * are old.
 */
export function stalenessWarning({ now, openedAt, ...rates }: Staleness): MessageKey[] {
  const { checked_at, official } = rates;
  const reason = stalenessAt(rates, instantAt(now));
  const first = reason === null ? 'perhapsNotCurrent' : 'notCurrent';
  // After hours without a check, the result of the last check explains little.
  if (isUnchecked(checked_at, instantAt(now))) {
    return [first, isUnchecked(checked_at, instantAt(openedAt)) ? 'notChecked' : 'reload'];
  }
  if (reason === null) return [];
  return [first, official ? 'officialOld' : explanations[reason]];
}

const explanations = {
  source_date_old: 'sourceOld',
  cached_fallback: 'sourceFailed',
} as const satisfies Record<StaleReason, MessageKey>;
