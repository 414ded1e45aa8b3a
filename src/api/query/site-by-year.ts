import { dateOfDay, dayNumber, isDate, type IsoDate } from '../../money/calendar.ts';
import type { PastDay } from '../../money/past-rates.ts';
import { market } from '../../sources/market.ts';
import { paths } from '../paths.ts';
import type { BanksMonth } from './banks/official-month.ts';
import { officialYearFile, seriesFile, sourceDaysFile } from './source-files.ts';
import type { PublishedFile } from './published-file.ts';
import type { PublishedSite } from './site.ts';

/**
 * A site for requests about many days. It reads one file for each table and year, and one for each currency of the
 * market. Other readers read one file for each month or day. Both kinds of files have the same rates.
 *
 * @param codes the currencies of all requests. Days of the market have only these
 */
export function siteByYear(site: PublishedSite, codes: readonly string[]): PublishedSite {
  const known = new Map<string, unknown>();

  async function load<T>(file: PublishedFile<T>): Promise<T> {
    const [month] = /\d{4}-\d{2}(?=\.json$)/.exec(file.path) ?? [];
    if (month !== undefined && file.path === paths.officialMonth(month)) return ofMonth as T;
    const [date] = /\d{4}-\d{2}-\d{2}(?=\.json$)/.exec(file.path) ?? [];
    if (isDate(date) && file.path === paths.ratesOnDate(date)) return (await pastDay(date)) as T;
    return site.read(file);
  }

  function read<T>(file: PublishedFile<T>): T | Promise<T> {
    const found = known.get(file.path) as T | Promise<T> | undefined;
    if (found !== undefined) return found;
    const loading = load(file).then((value) => {
      known.set(file.path, value);
      return value;
    });
    known.set(file.path, loading);
    return loading;
  }

  /** The rates of every month, by the years of the tables. */
  const ofMonth: BanksMonth = { readYear: (table, year) => read(officialYearFile(table, year)) };

  async function pastDay(date: IsoDate): Promise<PastDay> {
    const { periods } = await read(sourceDaysFile(market, site.day));
    const day = dayNumber(date);
    const rates = new Map<string, number>();
    for (const code of codes) {
      if (!periods.has(code)) continue;
      const { firstDay, rates: ofCode } = await read(seriesFile(market, code));
      const rate = ofCode[day - firstDay];
      if (rate !== undefined && !Number.isNaN(rate)) rates.set(code, rate);
    }
    return { date: dateOfDay(day), rates };
  }

  return { day: site.day, now: site.now, read };
}
