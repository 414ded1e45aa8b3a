import { MAX_DAYS_BACK } from '../../money/past-rates.ts';
import { rateSources } from '../../sources/rate-sources.ts';

/**
 * How many days a date may be after the newest day of a source, within a sentence: `7 days (14 for fed-h10)`.
 *
 * @param more days that are added
 */
export function daysAfterNewest(more = 0): string {
  const tables = rateSources.map(({ tables: [first] }) => first);
  const others = tables.filter(({ daysBack }) => daysBack !== MAX_DAYS_BACK);
  const words = others.map(({ key, daysBack }) => `${daysBack + more} for \`${key}\``);
  return `${MAX_DAYS_BACK + more} days (${words.join(', ')})`;
}
