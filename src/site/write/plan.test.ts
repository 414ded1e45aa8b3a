import { describe, expect, it } from 'vitest';
import { banks, bankTables } from '../../sources/banks.ts';
import { catalogue } from '../../money/currencies/catalogue.ts';
import { recordedDay } from '../../testing/sites/small-site.ts';
import { publishedCurrencies } from '../../money/published-currency.ts';
import { paths, proofPaths } from '../../api/paths.ts';
import { datesUpTo, dayNumber, type IsoDate, yearsBetween } from '../../money/calendar.ts';
import { FIRST_DAY } from '../../sources/provider.ts';
import { planSite } from './plan.ts';

const currencies = publishedCurrencies(catalogue, recordedDay);
/** A constant number of other files, about as many as in a real site. */
const lasting = Array.from({ length: 780 }, (_, index) => `file-${index}`);

/** The archive's files for the days from `first` to `last`, both included. */
function pastFiles(first: IsoDate, last: IsoDate): string[] {
  const days = datesUpTo(last, dayNumber(last) - dayNumber(first));
  const years = yearsBetween(first, last);
  return [
    ...days.map(paths.ratesOnDate),
    ...years.flatMap((year) => [
      paths.archiveYear(year),
      proofPaths.publishLogYear(year),
      ...catalogue.map(({ code }) => paths.currencyYear(code, year)),
    ]),
    ...bankTables.flatMap(({ table: { key, firstDay } }) =>
      yearsBetween(firstDay, last).map((year) => paths.officialYear(key, year)),
    ),
    ...monthsBetween(bankTables.map(({ table }) => table.firstDay).sort()[0] ?? first, last).map(paths.officialMonth),
  ];
}

function monthsBetween(first: IsoDate, last: IsoDate): string[] {
  const dates = datesUpTo(last, dayNumber(last) - dayNumber(first));
  return [...new Set(dates.map((date) => date.slice(0, 'YYYY-MM'.length)))];
}

function plan(fileLimit: number, date: IsoDate = '2026-11-22', first = FIRST_DAY) {
  return planSite({ currencies, otherFiles: [...lasting, ...pastFiles(first, date)], fileLimit, date });
}

const pairsIn2032 = plan(20_000, '2032-01-01').pairCurrencies.length;

describe('planSite (chooses the currency pairs that get files, within the host’s file limit)', () => {
  it('plans files for every pair if there is no file limit', () => {
    const { pairCurrencies, countedFiles } = plan(Infinity);
    expect(pairCurrencies).toHaveLength(currencies.length);
    expect(countedFiles).toBe(lasting.length + pastFiles(FIRST_DAY, '2026-11-22').length + 5 * currencies.length ** 2);
  });

  it('chooses as many of the most traded currencies as possible, so that 20,000 files suffice until the end of 2031', () => {
    const { pairCurrencies } = plan(20_000);
    const { length } = pairCurrencies;
    expect(pairCurrencies).toEqual(currencies.slice(0, length));
    const { countedFiles } = plan(20_000, '2031-12-31');
    expect(countedFiles).toBeLessThanOrEqual(20_000);
    // The room for the files of sources' currencies isn't used up.
    const ofSources = 80 * banks.length + catalogue.length + 1;
    expect(countedFiles + 5 * ((length + 1) ** 2 - length ** 2)).toBeGreaterThan(20_000 - ofSources);
  });

  it.each([
    ['2026-11-22', '2027-01-01'],
    ['2026-12-31', '2031-12-31'],
    ['2032-01-01', '2036-12-31'],
    ['2037-01-01', '2041-12-31'],
  ] as const)('chooses the same pairs on %s and on %s, although the archive grows', (first, last) => {
    const { pairCurrencies } = plan(20_000, first);
    expect(plan(20_000, last).pairCurrencies).toEqual(pairCurrencies);
    expect(plan(20_000, last, first).pairCurrencies).toEqual(pairCurrencies);
    expect(plan(20_000, last).countedFiles).toBeLessThanOrEqual(20_000);
  });

  it.each([
    [
      'doesn’t announce on 2030-12-31, more than a year ahead, that fewer pairs get files from 2032 on',
      '2030-12-31',
      null,
    ],
    [
      'announces a year ahead, on 2031-01-01, that fewer pairs get files from 2032 on',
      '2031-01-01',
      { from: '2032-01-01', currencies: pairsIn2032 },
    ],
    [
      'announces the day before, on 2031-12-31, that fewer pairs get files from 2032 on',
      '2031-12-31',
      { from: '2032-01-01', currencies: pairsIn2032 },
    ],
    ['announces no further reduction of pairs on 2032-01-01, when fewer pairs get files', '2032-01-01', null],
  ] as const)('%s', (_, date, expected) => {
    expect(plan(20_000, date).fewerPairs).toEqual(expected);
    expect(plan(Infinity, date).fewerPairs).toBeNull();
  });

  it('plans no files of pairs if the site’s other files use up the limit', () => {
    const few = { currencies, otherFiles: lasting, date: '2026-11-22' as const };
    expect(planSite({ ...few, fileLimit: 780 })).toEqual({ pairCurrencies: [], countedFiles: 780, fewerPairs: null });
    expect(() => planSite({ ...few, fileLimit: 779 })).toThrow(
      'A limit of 779 files is too small; the least that works is 780.',
    );
  });
});
