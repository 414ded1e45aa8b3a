import { join } from 'node:path';
import type { ArchivedDay } from '../../../src/archive/archive.ts';
import { FIRST_DAY } from '../../../src/sources/provider.ts';
import { recordedArchive } from '../../../src/publish/recorded-archive.ts';
import { dateOfDay, datesUpTo, dayNumber } from '../../../src/money/calendar.ts';
import { round } from '../../../src/money/rounding/round.ts';
import { recordedDay, writeLabSite } from '../recorded/recorded-site.ts';

/** The newest day of the site for the sections `edge` and `cold`, which has three years of archive. */
export const lastDay = dateOfDay(dayNumber(FIRST_DAY) + 3 * 365 - 1);

/** Writes a site with a rate for every day up to {@link lastDay}, below a folder. @returns the site's folder */
export async function writeEdgeSite(folder: string): Promise<string> {
  const site = join(folder, 'site');
  await writeLabSite(site, 10_000, { days: everyDay(), gaps: [], comparisons: [] });
  return site;
}

/** Generated days. Each day has the rates of the latest recorded day before it, slightly changed. */
function everyDay(): ArchivedDay[] {
  const recorded = recordedArchive().days;
  return datesUpTo(lastDay, dayNumber(lastDay) - dayNumber(FIRST_DAY)).map((date) => {
    const { rates } = recorded.findLast((day) => day.date <= date) ?? recordedDay;
    const factor = 1 + Math.sin(dayNumber(date)) / 1000;
    const changed = (code: string, rate: number) => (code === 'USD' ? 1 : round(rate * factor, 10));
    return { date, rates: new Map(Array.from(rates, ([code, rate]) => [code, changed(code, rate)])) };
  });
}
