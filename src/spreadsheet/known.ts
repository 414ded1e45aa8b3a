import type { PublishedSite } from '../api/query/site.ts';
import { retiredCurrencies } from '../money/currencies/facts.ts';
import { subUnits } from '../money/currencies/sub-units.ts';
import type { Known } from './understand.ts';

/** What a site knows about files: its currencies, those that were retired, and the year. */
export function knownOf({ day, now }: Pick<PublishedSite, 'day' | 'now'>): Known {
  const codes = new Set([...day.currencies.keys(), ...retiredCurrencies.keys(), ...subUnits.keys()]);
  return { codes, thisYear: Number(now.slice(0, 'YYYY'.length)) };
}
