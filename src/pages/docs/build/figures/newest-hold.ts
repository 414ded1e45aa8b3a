import type { ArchivedDay } from '../../../../archive/archive.ts';
import type { Comparison } from '../../../../archive/comparison.ts';
import type { IsoDate } from '../../../../money/calendar.ts';
import { elementAt } from '../../../../money/element-at.ts';
import type { Quality } from '../../../../validation/snapshot/quality.ts';
import type { ValidatedArchive } from '../../../../validation/validate-archive.ts';

/** A currency's value of a day, as it was validated on that day. */
export interface DayOfHold {
  readonly date: IsoDate;
  /** What the source said, in units per 1 USD. */
  readonly value: number;
  /** What was published. */
  readonly published: number;
  /** Undefined if nothing was unusual. */
  readonly quality: Quality | undefined;
  /** The comparisons with witnesses that are archived. */
  readonly comparisons: readonly Comparison[];
}

/** Days around a doubt that ended because the new level was confirmed. */
export interface Hold {
  readonly code: string;
  readonly days: readonly DayOfHold[];
}

/** A longer doubt doesn't fit into a picture. */
const MAX_DAYS = 10;
/** The number of days that are shown before the doubt, and after the day of its end. */
const [BEFORE, AFTER] = [2, 1];

/**
 * The newest move in an archive that was held and then accepted, as an example. Undefined if no archived currency has
 * had one.
 */
export function newestHold(
  { days, comparisons }: { readonly days: readonly ArchivedDay[]; readonly comparisons: readonly Comparison[] },
  validated: Pick<ValidatedArchive, 'decisionsOf'>,
): Hold | undefined {
  let newest: { readonly code: string; readonly first: number; readonly end: number } | undefined;
  for (const code of days.at(-1)?.rates.keys() ?? []) {
    const decisions = validated.decisionsOf(code);
    const isHeld = (index: number) => {
      const decision = decisions[index];
      return decision !== undefined && decision !== 'ok' && decision.state === 'held' && decision.bound !== null;
    };
    for (let end = decisions.length - 1 - AFTER; end > (newest?.end ?? BEFORE); end--) {
      const decision = elementAt(decisions, end);
      if (decision === 'ok' || decision.state !== 'accepted') continue;
      let first = end;
      while (isHeld(first - 1)) first--;
      const shown = days.slice(first - BEFORE, end + AFTER + 1);
      if (first === end || end - first > MAX_DAYS || first < BEFORE) continue;
      if (shown.every(({ rates }) => rates.has(code))) newest = { code, first, end };
    }
  }
  if (!newest) return undefined;
  const { code, first, end } = newest;
  const decisions = validated.decisionsOf(code);
  const shown = days.slice(first - BEFORE, end + AFTER + 1);
  return {
    code,
    days: shown.flatMap(({ date, rates }, index) => {
      const decision = elementAt(decisions, first - BEFORE + index);
      const value = rates.get(code);
      const published = decision === 'ok' ? value : decision.published;
      if (value === undefined || published == null) return [];
      return {
        ...{ date, value, published },
        quality: decision === 'ok' ? undefined : decision,
        comparisons: comparisons.filter((each) => each.code === code && each.date === date),
      };
    }),
  };
}
