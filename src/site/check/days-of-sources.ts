import { market } from '../../api/source-fields.ts';
import type { Archive, ArchivedDay } from '../../archive/archive.ts';
import type { Official } from '../../archive/official-rates.ts';
import { banks } from '../../sources/banks/banks.ts';

/** The days with rates of each source that has any, by the value of the parameter `source`. */
export function daysOfSources(archive: Pick<Archive, 'days'>, official: Official): Map<string, string[]> {
  const datesOf = (days: readonly ArchivedDay[] = []) => days.map(({ date }) => date);
  const ofBanks = banks.map(({ key, tables }) => [key, datesOf(official.get(tables[0].key)?.days)] as const);
  return new Map([[market, datesOf(archive.days)], ...ofBanks.filter(([, dates]) => dates.length > 0)]);
}
