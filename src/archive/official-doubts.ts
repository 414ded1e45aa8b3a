import { dateOfDay, dayNumber } from '../money/calendar.ts';
import type { OfficialDoubt } from './official-rates.schema.ts';

/** Days for which a bank's files must say the same before a doubtful change is accepted. Banks fix errors sooner. */
const MAX_DOUBT_DAYS = 14;
/** Days for which an archived day must be absent from a bank's files before it is removed. */
const WITHDRAWN_AFTER_DAYS = 3;

export const doubtReasonsInWords = {
  implausible:
    'the value of `code` differs from the day before by more than 20%, and neither the market dataset nor the next day agrees. ' +
    'The day isn’t published, or keeps its earlier rates',
  unreadable: 'the bank’s file has no readable rates for this day. The day isn’t published, or keeps its earlier rates',
  impossible_day:
    'the bank can’t have rates on this day: a weekend, a day in the future or before its first rates. The day isn’t published',
  absent: 'the bank’s file no longer has this published day',
  too_many_changes:
    'the bank’s file changes more than ten values that are older than two weeks. `date`, `code` and `value` are of the ' +
    'first of them. Nothing from the file is published',
} as const;

export type DoubtReason = keyof typeof doubtReasonsInWords;

/** The date on which a doubt ends at the latest if the bank's files stay the same; null if it then stays. */
export function endOfDoubt({ reason, since }: Pick<OfficialDoubt, 'reason' | 'since'>): string | null {
  const days = daysOfDoubts[reason];
  return days === null ? null : dateOfDay(dayNumber(since) + days);
}

const daysOfDoubts: Readonly<Record<DoubtReason, number | null>> = {
  implausible: MAX_DOUBT_DAYS,
  unreadable: null,
  impossible_day: null,
  absent: WITHDRAWN_AFTER_DAYS,
  too_many_changes: MAX_DOUBT_DAYS,
};

/** A sentence without its final period. It has no text from the bank's file, so it's safe in Markdown and logs. */
export function explainDoubt(doubt: OfficialDoubt): string {
  const { date, reason, code, value } = doubt;
  const end = endOfDoubt(doubt);
  switch (reason) {
    case 'implausible':
      return `${code} of ${date} is ${value}, more than 20% off the day before; accepted on ${end} unless the bank changes it`;
    case 'unreadable':
      return `${date} has ${code === null ? 'an unreadable row' : `an unreadable rate of ${code}`}`;
    case 'impossible_day':
      return `${date} can't have rates, because it's a weekend, in the future or before the bank's first rates`;
    case 'absent':
      return `${date} is missing from the file; withdrawn on ${end} unless the bank adds it again`;
    case 'too_many_changes':
      return (
        `more than ten values that are older than two weeks are changed, the first is ${code ?? 'the whole day'} of ${date} ` +
        `(now ${value ?? 'missing'}); accepted on ${end} unless the bank changes them back`
      );
  }
}
