import { noChanges } from '../../sources/provider.ts';
import type { RateSource } from '../../sources/rate-source.ts';
import type { DayRates } from '../../archive/day-rates.ts';
import { type AskedRates, bankDay } from './bank-day.ts';
import { officialYearFile, type SourceDays } from './source-files.ts';
import type { PublishedSite } from './site.ts';

/**
 * The last day up to a date, with all currencies that the bank quoted on that day, or before it in another table. No day
 * if none counts. An earlier day counts only if a requested currency waits, because its rate is in doubt.
 */
export async function* bankDayFor(
  { base, quotation, tables }: RateSource,
  asked: AskedRates,
  days: SourceDays,
  site: PublishedSite,
): AsyncGenerator<DayRates> {
  const readable = tables.map(({ key, daysBack }) => ({
    ...{ daysBack, reach: days.tables.get(key), withheld: days.tables.get(key)?.withheld ?? [] },
    readYear: (year: string) => site.read(officialYearFile(key, year)),
  }));
  const day = await bankDay({ base }, readable, asked);
  if (day) yield { ...day, quotation, providers: noChanges };
}
