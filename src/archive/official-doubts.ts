import { dateOfDay, dayNumber, type IsoDate } from '../money/calendar.ts';
import type { OfficialDoubt } from './official-rates.schema.ts';

/** Days for which a bank's files must say the same before a doubtful change is accepted. Banks fix errors sooner. */
const MAX_DOUBT_DAYS = 14;
/** Days for which an archived day or value must be absent from a bank's files before it is removed. */
const WITHDRAWN_AFTER_DAYS = 3;
/** Days for which a new day waits for values that it lacks. A bank that still publishes a day completes it sooner. */
const INCOMPLETE_DAYS = 2;

/** Why a rate that the bank has isn't published yet. While it waits, callers get the last earlier rate. */
export const withheldReasonsInWords = {
  implausible:
    'the value of `code` differs from the day before by more than 20%, and neither the market dataset nor the next day agrees',
  contradicted:
    'the market dataset contradicts the value of `code`: the two differ by more than 5%, and by more than they usually do',
  unreadable: 'the bank’s file has no readable value of `code` or, if `code` is null, no readable rates of this day',
  many_values:
    'more than three values, or more than a fifth of the day’s values, are in doubt, so the whole day waits. `code` and ' +
    '`value` are of the first of them',
  unconfirmed:
    'the bank’s server has only http, and no other source confirms the value of `code`: it differs from the other banks’ ' +
    'and the market dataset’s by more than 5%, or they have none. If `code` is null, more than three values or a fifth of ' +
    'the day’s values differ, or none can be compared, so the whole day waits',
  incomplete:
    'the day is new and lacks more than three, and more than a tenth, of the currencies of the day before, so the whole day waits',
} as const;

export const doubtReasonsInWords = {
  ...withheldReasonsInWords,
  impossible_day:
    'the bank can’t have rates on this day: a weekend, a day in the future or before its first rates. The day isn’t published',
  unknown_name:
    'the bank’s file has a rate of a currency whose name is unknown to this service. The other rates of the day are published',
  absent: 'the bank’s file no longer has this published value or, if `code` is null, this published day',
  too_many_changes:
    'the bank’s file changes more than ten values that are older than two weeks. `date`, `code` and `value` are of the ' +
    'first of them. Nothing from the file is published',
} as const;

export type WithheldReason = keyof typeof withheldReasonsInWords;
export type DoubtReason = keyof typeof doubtReasonsInWords;

/** Whether a doubt is about a whole day, and not about one value. */
export function isOfWholeDay({ reason, code }: Pick<OfficialDoubt, 'reason' | 'code'>): boolean {
  return code === null || reason === 'many_values';
}

/** The date on which a doubt ends at the latest if the bank's files stay the same; null if it then stays. */
export function endOfDoubt(doubt: Pick<OfficialDoubt, 'reason' | 'since'>): IsoDate | null {
  const { reason, since } = doubt;
  return reason === 'impossible_day' || reason === 'unknown_name' ? null : endIn(daysOfDoubts[reason], since);
}

function endIn(days: number, since: IsoDate): IsoDate {
  return dateOfDay(dayNumber(since) + days);
}

const daysOfDoubts: Readonly<Record<Exclude<DoubtReason, 'impossible_day' | 'unknown_name'>, number>> = {
  implausible: MAX_DOUBT_DAYS,
  contradicted: MAX_DOUBT_DAYS,
  unreadable: MAX_DOUBT_DAYS,
  many_values: MAX_DOUBT_DAYS,
  unconfirmed: MAX_DOUBT_DAYS,
  incomplete: INCOMPLETE_DAYS,
  absent: WITHDRAWN_AFTER_DAYS,
  too_many_changes: MAX_DOUBT_DAYS,
};

/** A doubt because of which a rate that the bank has may wait. */
export type WithholdingDoubt = OfficialDoubt & { readonly reason: WithheldReason };

export function isWithholding(doubt: OfficialDoubt): doubt is WithholdingDoubt {
  return doubt.reason in withheldReasonsInWords;
}

/** The date on which a rate that waits is published or counts as not quoted, if the bank's files stay the same. */
export function endOfWaiting({ reason, since }: Pick<WithholdingDoubt, 'reason' | 'since'>): IsoDate {
  return endIn(daysOfDoubts[reason], since);
}

/** A sentence without its final period. It has no text from the bank's file, so it's safe in Markdown and logs. */
export function explainDoubt(doubt: OfficialDoubt): string {
  const { date, reason, code, value } = doubt;
  const end = endOfDoubt(doubt);
  const accepted = `accepted on ${end} unless the bank changes it`;
  switch (reason) {
    case 'implausible':
      return `${code} of ${date} is ${value}, more than 20% off the day before; ${accepted}`;
    case 'contradicted':
      return `${code} of ${date} is ${value}, more than 5% off the market dataset; ${accepted}`;
    case 'unreadable':
      return (
        (code === null ? `${date} has an unreadable row` : `${date} has an unreadable rate of ${code}`) +
        `; counts as not quoted on ${end} unless the bank repairs it`
      );
    case 'many_values':
      return (
        `${date} has more than three values or a fifth of its values in doubt, the first is ${code} ` +
        `(${value ?? 'unreadable'}); ${accepted}`
      );
    case 'unconfirmed':
      return (
        (code === null
          ? `${date} came over http, and many of its values differ from other sources, or none can be compared; they count`
          : `${code} of ${date} is ${value}, which came over http and no other source confirms; it counts`) +
        ` as not quoted on ${end} unless another source confirms ${code === null ? 'them' : 'it'}`
      );
    case 'incomplete':
      return `${date} lacks many currencies of the day before; published on ${end} without them unless the bank adds them`;
    case 'impossible_day':
      return `${date} can't have rates, because it's a weekend, in the future or before the bank's first rates`;
    case 'unknown_name':
      return `${date} has a rate of a currency whose name is unknown; a new version of Ratesheet may know it`;
    case 'absent':
      return `${code === null ? date : `${code} of ${date}`} is missing from the file; withdrawn on ${end} unless the bank adds it again`;
    case 'too_many_changes':
      return (
        `more than ten values that are older than two weeks are changed, the first is ${code ?? 'the whole day'} of ${date} ` +
        `(now ${value ?? 'missing'}); accepted on ${end} unless the bank changes them back`
      );
  }
}
