import { dateOfDay, dayNumber } from './calendar.ts';
import type { DailyRates } from './past-rates.ts';
import { round } from './round.ts';

/** Stretches of days that rates are averaged over. A week is Monday to Sunday. */
export type Bucket = 'week' | 'month';

/** The first day of a day's bucket. Days are numbers since 1970-01-01, a Thursday. */
export function bucketStart(bucket: Bucket, day: number): number {
  return bucket === 'week' ? day - ((day + 3) % 7) : dayNumber(`${dateOfDay(day).slice(0, 'YYYY-MM'.length)}-01`);
}

/** The last day of a day's bucket. */
export function bucketEnd(bucket: Bucket, day: number): number {
  const start = bucketStart(bucket, day);
  return (bucket === 'week' ? start + 7 : bucketStart(bucket, start + 31)) - 1;
}

/** The mean of each bucket's rates, on the bucket's first day among these; `NaN` on other days. */
export function bucketMeans(bucket: Bucket, { firstDay, rates }: DailyRates): number[] {
  const means = rates.map(() => NaN);
  for (let begin = 0; begin < rates.length;) {
    const beyond = bucketEnd(bucket, firstDay + begin) - firstDay + 1;
    const known = rates.slice(begin, beyond).filter((rate) => !Number.isNaN(rate));
    if (known.length > 0) means[begin] = round(known.reduce((sum, rate) => sum + rate) / known.length);
    begin = beyond;
  }
  return means;
}
