import type { DayRates } from '../../../archive/day-rates.ts';
import { dateAt, dateOfDay, dayNumber, type IsoDate } from '../../../money/calendar.ts';
import { type Coverage, outsideCoverage } from '../../../money/coverage.ts';
import { noChanges } from '../../../sources/provider.ts';
import type { RateSource } from '../../../sources/rate-source.ts';
import { bankDay } from './bank-day.ts';
import { banksMonthFile, banksReachFile } from './official-month.ts';
import type { PublishedSite } from '../site.ts';

/**
 * The last day up to a date, with all currencies that the bank quoted on that day, or before it in another table.
 * Undefined if no day counts. An earlier day counts only if a requested currency waits, because its rate is in doubt.
 *
 * It reads two files, which all banks share.
 *
 * @param codes the requested currencies
 * @param date undefined for the newest day
 */
export async function bankDayFor(
  { base, quotation, tables }: RateSource,
  codes: readonly string[],
  date: IsoDate | undefined,
  site: PublishedSite,
): Promise<DayRates | undefined> {
  const reach = await site.read(banksReachFile());
  const days = reach.tables.get(tables[0].key);
  if (!days || (date !== undefined && outsideCoverage(date, days, site.now, tables[0].daysBack))) return undefined;
  const asked = date ?? newestDay(days, site);
  // The newest month has each bank's newest rates.
  const isNewest = asked >= dateOfDay(dayNumber(days.last) - 1);
  const month = await site.read(banksMonthFile(isNewest ? reach.newestMonth : asked.slice(0, 'YYYY-MM'.length)));
  const readable = tables.map(({ key, daysBack }) => ({
    ...{ daysBack, reach: reach.tables.get(key), withheld: reach.tables.get(key)?.withheld ?? [] },
    readYear: (year: string) => month.readYear(key, year),
  }));
  const day = await bankDay({ base }, readable, { date: asked, until: date ?? dateAt(site.now), codes });
  return day && { ...day, quotation, providers: noChanges };
}

/** The day of a bank's newest rates. It's today at the latest, even if tomorrow's rates are known. */
export function newestDay({ last }: Pick<Coverage, 'last'>, site: PublishedSite): IsoDate {
  const today = dateAt(site.now);
  return last < today ? last : today;
}
