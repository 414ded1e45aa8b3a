import { describe, expect, it } from 'vitest';
import type { Official } from '../../../archive/official-rates.ts';
import { outsideCoverage } from '../../../money/coverage.ts';
import { dateAt, dateOfDay, dayNumber, type Instant, type IsoDate } from '../../../money/calendar.ts';
import { banks } from '../../../sources/banks.ts';
import { noChanges } from '../../../sources/provider.ts';
import { fakeOfficial } from '../../../testing/sites/bank-rates.ts';
import { recordedDays, recordedRejected } from '../../../testing/sites/small-site.ts';
import { bankDayFor } from '../../query/banks/bank-day-for.ts';
import { bankDay } from '../../query/banks/bank-day.ts';
import { parseOfficialYear } from '../../query/banks/official-year.ts';
import { parseFile, type PublishedFile } from '../../query/published-file.ts';
import type { PublishedSite } from '../../query/site.ts';
import { archiveFiles } from '../archive-files.ts';
import { officialMonthFiles, officialMonthSchema, officialReachSchema } from './official-months.ts';

const codes = ['EUR', 'USD'];

/** One bank's last day is in an earlier year, one begins late, and one has tomorrow's rates, which are of a new month. */
const official: Official = new Map([
  ...fakeOfficial(['cnb'], '2025-10-20', '2025-12-30'),
  ...fakeOfficial(['nbp', 'nbp-b', 'nbu'], '2025-10-20', '2026-03-01'),
  ...fakeOfficial(['norges-bank'], '2026-01-02', '2026-02-27'),
]);
const { official: tables } = archiveFiles(recordedDays, recordedRejected, official);
const files = new Map(Array.from(officialMonthFiles(tables), ([path, document]) => [path, JSON.stringify(document)]));

function siteAt(now: Instant): PublishedSite & { readonly reads: string[] } {
  const reads: string[] = [];
  const read = <T>(file: PublishedFile<T>) => {
    reads.push(file.path);
    return parseFile(file, files.get(file.path) ?? expect.fail(file.path));
  };
  return { reads, now, read, day: undefined as never };
}

/** The same day, read from the archive's files of years. */
async function plainDay(bank: (typeof banks)[number], date: IsoDate | undefined, now: Instant) {
  const [first] = tables.filter((table) => table.bank === bank);
  const reach = reachOf(first);
  if (!reach || (date !== undefined && outsideCoverage(date, reach, now))) return undefined;
  const readable = tables
    .filter((table) => table.bank === bank)
    .map((table) => ({
      ...{ daysBack: table.table.daysBack, reach: reachOf(table), withheld: table.withheld },
      readYear: (year: string) =>
        parseOfficialYear(year, table.years.find((file) => file.year === year)?.body ?? 'date\n'),
    }));
  const today = dateAt(now);
  const asked = date ?? (reach.last < today ? reach.last : today);
  const day = await bankDay(bank, readable, { date: asked, until: date ?? today, codes });
  return day && { ...day, quotation: bank.quotation, providers: noChanges };
}

function reachOf(table: (typeof tables)[number] | undefined) {
  const [first, last] = [table?.days[0]?.date, table?.days.at(-1)?.date];
  return first === undefined || last === undefined ? undefined : { first, last };
}

describe('monthly files of the banks’ rates', () => {
  it('have the same rates for every date and bank as the archive’s files of years', async () => {
    const different: unknown[] = [];
    let found = 0;
    for (let day = dayNumber('2025-12-20'); day <= dayNumber('2026-03-12'); day++) {
      const date = dateOfDay(day);
      // The request is sent on the day or later.
      for (const now of [day, day + 5].map((of) => `${dateOfDay(of)}T12:00:00.000Z` as Instant)) {
        for (const bank of banks) {
          for (const asked of [date, undefined]) {
            const site = siteAt(now);
            const [actual, expected] = [await bankDayFor(bank, codes, asked, site), await plainDay(bank, asked, now)];
            if (expected) found++;
            if (JSON.stringify(plain(actual)) !== JSON.stringify(plain(expected)) || site.reads.length > 2)
              different.push({ bank: bank.key, asked, now });
          }
        }
      }
    }
    expect(different).toEqual([]);
    expect(found).toBeGreaterThan(500);
  });

  it('are one file for all banks’ newest rates, even of a bank that has stopped', async () => {
    const site = siteAt('2026-02-28T12:00:00.000Z');
    const days = await Promise.all(banks.map((bank) => bankDayFor(bank, codes, undefined, site)));
    expect(days.flatMap((day) => day?.date ?? [])).toEqual(['2026-02-27', '2025-12-30', '2026-02-27', '2026-02-28']);
    expect([...new Set(site.reads)]).toEqual(['series/official/reach.json', 'series/official/2026-03.json']);
  });

  it('match their schemas, and have a file for each month from the first day on', () => {
    for (const [path, text] of files) {
      (path === 'series/official/reach.json' ? officialReachSchema : officialMonthSchema).parse(JSON.parse(text));
    }
    expect([...files.keys()]).toEqual(
      ['reach', '2025-10', '2025-11', '2025-12', '2026-01', '2026-02', '2026-03'].map(
        (name) => `series/official/${name}.json`,
      ),
    );
  });

  it('are none, except the list of tables, on a site without rates of banks', () => {
    const none = archiveFiles(recordedDays, recordedRejected, new Map());
    expect([...officialMonthFiles(none.official)]).toEqual([['series/official/reach.json', {}]]);
  });
});

function plain(day: object | undefined): unknown {
  return (
    day &&
    Object.entries(day).map(([name, value]: [string, unknown]) => [name, value instanceof Map ? [...value] : value])
  );
}
