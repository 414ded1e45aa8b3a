import type { IsoDate } from '../money/calendar.ts';
import { describe, expect, it } from 'vitest';
import { FileError } from '../text/site-problem.ts';
import type { ArchivedDay } from './archive.ts';
import { changesOfDays, correctionsFile, isLogged, parseCorrectionsFile } from './corrections.ts';
import type { Correction } from './official-rates.schema.ts';

const dayOf = (date: IsoDate, rates: Record<string, number>): ArchivedDay => ({
  date,
  rates: new Map(Object.entries(rates)),
});
const [at, later] = ['2026-04-09T16:17:00.000Z', '2026-04-10T16:17:00.000Z'] as const;
const days = [dayOf('2026-04-07', { JPY: 186, USD: 1.17 }), dayOf('2026-04-09', { USD: 1.18 })];
const corrections: Correction[] = [
  { date: '2026-04-07', code: 'USD', old: 1.5, new: 1.16, at },
  { date: '2026-04-08', code: 'USD', old: 1.16, new: null, at },
  { date: '2026-04-07', code: 'JPY', old: null, new: 186, at: later },
  { date: '2026-04-07', code: 'USD', old: 1.16, new: 1.17, at: later },
];
const body = `date,code,old,new,at
2026-04-07,USD,1.5,1.16,${at}
2026-04-08,USD,1.16,,${at}
2026-04-07,JPY,,186,${later}
2026-04-07,USD,1.16,1.17,${later}
`;
const path = 'archive/ecb/corrections.csv';

it('correctionsFile (writes the log of corrections) > has a line for each changed value', () => {
  expect(correctionsFile(corrections)).toEqual({ count: 4, body });
  expect(correctionsFile([])).toEqual({ count: 0, body: 'date,code,old,new,at\n' });
});

describe('parseCorrectionsFile (reads a published log of corrections)', () => {
  it('reads what correctionsFile writes', () => {
    expect(parseCorrectionsFile(path, body, days)).toEqual(corrections);
  });

  it.each([
    ['is cut off', body.slice(0, -1), /cut off/],
    ['has other columns', body.replace('code,', ''), /line 1 has unexpected columns/],
    ['has an invalid date', body.replace('2026-04-08', '2026-02-30'), /line 3 is invalid/],
    ['has an invalid code', body.replace('JPY', 'jpy'), /line 4 is invalid/],
    ['has an invalid value', body.replace('1.5', '-1.5'), /line 2 is invalid/],
    ['has a hexadecimal value', body.replace('1.5', '0x1'), /line 2 is invalid/],
    ['has a line that changes nothing', body.replace('1.5', '1.16'), /line 2 is invalid/],
    ['has an invalid time', body.replace(at, '2026-04-09'), /line 2 is invalid/],
    ['has a time before that of the line before', body.replace(later, '2026-04-01T00:00:00.000Z'), /line 4 is invalid/],
    ['has another cell', body.replace(at, `${at},`), /line 2 is invalid/],
    ['has an old value that isn’t the last logged value', body.replace('USD,1.16,1.17', 'USD,1.15,1.17'), /line 5 is/],
    [
      'has another value',
      body.replace('1.16,1.17', '1.16,1.18'),
      /USD of 2026-04-07 is 1.18, but the archive has 1.17/,
    ],
    ['removes a value', `${body}2026-04-09,USD,1.18,,${later}\n`, /is removed, but the archive has 1.18/],
  ])('rejects a log that %s', (_, text, problem) => {
    expect(text).not.toBe(body);
    expect(() => parseCorrectionsFile(path, text, days)).toThrow(FileError);
    expect(() => parseCorrectionsFile(path, text, days)).toThrow(problem);
  });
});

describe('isLogged (checks that the changes of an archive are exactly the new lines of its log)', () => {
  const published = { days, asked_from: '2026-04-01' as const, corrections };
  const newDay = dayOf('2026-04-10', { USD: 1.19 });
  const change: Correction = { date: '2026-04-07', code: 'JPY', old: 186, new: 187, at: later };
  const changed = [dayOf('2026-04-07', { JPY: 187, USD: 1.17 }), ...days.slice(1)];

  it.each([
    ['true for the same days', days, corrections, true],
    ['true for a new day', [...days, newDay], corrections, true],
    ['true for a changed value with a line', changed, [...corrections, change], true],
    ['false for a changed value without a line', changed, corrections, false],
    ['false for a line without a changed value', days, [...corrections, change], false],
    ['false for a line about another value', changed, [...corrections, { ...change, code: 'USD' }], false],
    ['false for a lost day', days.slice(1), corrections, false],
    ['false for an unlogged earlier day', [dayOf('2026-04-01', { USD: 1 }), ...days], corrections, false],
    ['false for a log that lost a line', days, corrections.slice(1), false],
    ['false for a log with a changed line', days, corrections.toSpliced(0, 1, change), false],
  ])('returns %s', (_, nextDays, log, expected) => {
    expect(isLogged(published, { ...published, days: nextDays, corrections: log })).toBe(expected);
  });

  it('lists the changes by date and code', () => {
    expect(
      changesOfDays({ days, asked_from: '2026-04-01', corrections: [] }, [
        dayOf('2026-04-08', { USD: 1.1 }),
        dayOf('2026-04-09', { CHF: 0.9, USD: 1.18 }),
      ]),
    ).toEqual([
      { date: '2026-04-07', code: 'JPY', old: 186, new: null },
      { date: '2026-04-07', code: 'USD', old: 1.17, new: null },
      { date: '2026-04-08', code: 'USD', old: null, new: 1.1 },
      { date: '2026-04-09', code: 'CHF', old: null, new: 0.9 },
    ]);
  });
});
