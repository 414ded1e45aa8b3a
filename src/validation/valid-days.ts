import type { ArchivedDay } from '../archive/archive.ts';
import type { PastDay } from '../rates/past-rates.ts';
import type { RejectedValue } from './validate-archive.ts';

/**
 * The valid rates of each archived day, in retrospect: the source's values without the rejected ones.
 *
 * @param order the codes to look at, in the order of the result
 */
export function validDays(
  days: readonly ArchivedDay[],
  rejected: readonly RejectedValue[],
  order: readonly string[],
): PastDay[] {
  const byDate = Map.groupBy(rejected, ({ date }) => date);
  return days.map(({ date, rates }) => {
    const wrong = new Set(byDate.get(date)?.map(({ code }) => code));
    const valid = new Map<string, number>();
    for (const code of order) {
      const rate = wrong.has(code) ? undefined : rates.get(code);
      if (rate !== undefined) valid.set(code, rate);
    }
    return { date, rates: valid };
  });
}
