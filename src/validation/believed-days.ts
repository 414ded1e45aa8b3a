import type { ArchivedDay } from '../archive/archive.ts';
import type { PastDay } from '../rates/past-rates.ts';
import type { Fault } from './judge-archive.ts';

/**
 * What is believed of each archived day, knowing what came after it: what the source said, without the faults.
 *
 * @param order the currencies to look at, in the order in which to have them
 */
export function believedDays(
  days: readonly ArchivedDay[],
  faults: readonly Fault[],
  order: readonly string[],
): PastDay[] {
  const wrong = Map.groupBy(faults, ({ date }) => date);
  return days.map(({ date, rates }) => {
    const codes = new Set(wrong.get(date)?.map(({ code }) => code));
    const believed = new Map<string, number>();
    for (const code of order) {
      const rate = codes.has(code) ? undefined : rates.get(code);
      if (rate !== undefined) believed.set(code, rate);
    }
    return { date, rates: believed };
  });
}
