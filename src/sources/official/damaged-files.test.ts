import { strToU8, zipSync } from 'fflate';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ArchivedDay } from '../../archive/archive.ts';
import { archiveFiles } from '../../api/archive/archive-files.ts';
import { correctionsFile, parseCorrectionsFile } from '../../archive/corrections.ts';
import { type OfficialRates, undoubted } from '../../archive/official-rates.ts';
import { buildBanksStatus, buildOfficialStatus, parseBanksStatus } from '../../api/documents/official-status.ts';
import { recordedArchive, recordedOfficialDays } from '../../publish/recorded-archive.ts';
import { dateOfDay, dayNumber } from '../../rates/calendar.ts';
import { answers, type LoopbackMirror, startMirror } from '../../testing/servers/loopback-mirror.ts';
import { ecb } from '../banks/ecb.ts';
import { updateBank } from './update-bank.ts';

/*
 * Real rates of the European Central Bank, published day by day. For ten days, the bank's file is damaged. Then it's
 * repaired.
 */

const recorded = recordedOfficialDays(ecb, ecb.tables[0]);
const market = recordedArchive().days;
const KNOWN_SINCE = '2025-12-15';
const FILE_SINCE = '2026-01-05';
/** Wednesday to the second Friday after it, and the following Tuesday. */
const [DAMAGED_FROM, DAMAGED_TO, RIGHT_BY] = ['2026-03-04', '2026-03-13', '2026-03-17'] as const;

/** The cells of a CSV, by line: the header, then the newest day first. */
type Table = string[][];

const codes = ['USD', 'JPY', 'CZK', 'DKK', 'GBP', 'HUF', 'PLN', 'RON', 'SEK', 'CHF', 'ISK', 'NOK', 'TRY', 'AUD', 'BRL'];
codes.push('CAD', 'CNY', 'HKD', 'IDR', 'ILS', 'INR', 'KRW', 'MXN', 'MYR', 'NZD', 'PHP', 'SGD', 'THB', 'ZAR', 'BGN');

/** The bank's undamaged file on a date. */
function tableOf(days: readonly ArchivedDay[]): Table {
  const rows = days.map(({ date, rates }) => [date, ...codes.map((code) => `${rates.get(code) ?? 'N/A'}`)]);
  return [['Date', ...codes], ...rows.reverse()];
}

const textOf = (table: Table) => table.map((cells) => `${cells.join(',')}\n`).join('');
const upTo = (date: string) => recorded.filter((day) => day.date >= FILE_SINCE && day.date <= date);

type Answer = (response: ServerResponse) => unknown;
/** Damages the table, or returns the response of the bank's server. */
type Damage = (table: Table, date: string) => string | Uint8Array | Answer | undefined;

/** The row of the first damaged day, which later files have too. */
const row = (table: Table, date: string = DAMAGED_FROM): string[] =>
  table.find(([first]) => first === date) ?? expect.fail(date);
const column = (code: string) => codes.indexOf(code) + 1;
const times = (factor: number) => (cell: string) =>
  cell === 'N/A' ? cell : String(Number((Number(cell) * factor).toPrecision(6)));
// These functions return undefined, so that they can be a damage's only expression.
function setCell(cells: string[], code: string, change: (cell: string) => string): undefined {
  cells[column(code)] = change(cells[column(code)] ?? '');
}
function swapCells(cells: string[], code: string, other: string): undefined {
  const [one = '', another = ''] = [cells[column(code)], cells[column(other)]];
  setCell(cells, code, () => another);
  setCell(cells, other, () => one);
}
function setAll(cells: string[], change: (cell: string) => string): undefined {
  cells.splice(1, codes.length, ...cells.slice(1).map(change));
}
function setRates(cells: string[] = [], from: string[] = []): undefined {
  cells.splice(1, codes.length, ...from.slice(1));
}
function setAllSince(table: Table, since: string, change: (cell: string) => string): undefined {
  for (const cells of table.slice(1)) if ((cells[0] ?? '') >= since) setAll(cells, change);
}
/** From a date on, the file has a row of that date with the rates of the day before. */
function addRow(table: Table, added: string, date: string): undefined {
  const place = table.findIndex(([other = '']) => other < added);
  if (date >= added) table.splice(place, 0, [added, ...(table[place] ?? []).slice(1)]);
}
function removeRow(table: Table, place: number): undefined {
  table.splice(place, 1);
}
/** Changes values that are older than two weeks: USD of as many days. */
function changeOld(table: Table, count: number): undefined {
  for (const cells of table.slice(-count)) setCell(cells, 'USD', times(1.01));
}

/** The damages, each with the doubts that it causes, whether it causes a problem, and the number of logged changes. */
const damages: [name: string, outcome: string, logged: number, damage: Damage][] = [
  ['has a row dated Saturday', 'impossible_day', 0, (table, date) => addRow(table, '2026-03-07', date)],
  ['has a row dated Sunday', 'impossible_day', 0, (table, date) => addRow(table, '2026-03-08', date)],
  [
    'has a row of the next day',
    'impossible_day',
    0,
    (table, date) => {
      table.splice(1, 0, [dateOfDay(dayNumber(date) + 1), ...(table[1] ?? []).slice(1)]);
    },
  ],
  ['has 1,000,000,000 times the value of a day', 'implausible', 29, (table) => setCell(row(table), 'USD', times(1e9))],
  [
    'has 1,000,000,000 times the value of a currency on each day since',
    'implausible problem',
    0,
    (table) => {
      for (const cells of table)
        if ((cells[0] ?? '') >= DAMAGED_FROM && cells[0] !== 'Date') setCell(cells, 'USD', times(1e9));
    },
  ],
  ['has a hundredth of the newest value', 'implausible', 0, (table) => setCell(table[1] ?? [], 'JPY', times(0.01))],
  ['has the values of two currencies swapped', '', 2, (table) => swapCells(row(table), 'GBP', 'CHF')],
  ['has two very different currencies swapped', 'implausible', 29, (table) => swapCells(row(table), 'USD', 'JPY')],
  [
    'repeats a value of the day before',
    '',
    1,
    (table) => setCell(row(table), 'USD', () => row(table, '2026-03-03')[column('USD')] ?? ''),
  ],
  ['repeats the whole row of the day before', '', 29, (table) => setRates(row(table), row(table, '2026-03-03'))],
  ['repeats the whole row of the day before on the newest day', '', 229, (table) => setRates(table[1], table[2])],
  ['has one value off by 1%', '', 1, (table) => setCell(row(table), 'USD', times(1.01))],
  ['has all values of a day off by 1%', '', 29, (table) => setAll(row(table), times(1.01))],
  ['has one changed old value', '', 2, (table) => changeOld(table, 1)],
  ['has 10 changed old values', '', 20, (table) => changeOld(table, 10)],
  ['has 11 changed old values', 'problem too_many_changes', 0, (table) => changeOld(table, 11)],
  [
    'has 10 more changed old values on each business day',
    '',
    160,
    (table, date) => {
      const days = recorded.filter((day) => day.date >= DAMAGED_FROM && day.date <= date);
      for (const cells of table.slice(-days.length)) cells.splice(1, 10, ...cells.slice(1, 11).map(times(1.01)));
    },
  ],
  [
    'has an old value with another order of magnitude',
    'implausible',
    0,
    (table) => setCell(row(table, '2026-01-15'), 'USD', times(10)),
  ],
  ['lacks an old day', 'absent', 58, (table) => removeRow(table, table.indexOf(row(table, '2026-01-15')))],
  ['lacks a recent day', 'absent', 58, (table) => removeRow(table, table.indexOf(row(table, '2026-03-02')))],
  ['lacks the newest day', '', 0, (table) => removeRow(table, 1)],
  [
    'lacks two weeks',
    'problem too_many_changes',
    0,
    (table) => textOf(table.filter(([date = '']) => date < '2026-01-12' || date > '2026-01-29')),
  ],
  [
    'lacks a column',
    'problem too_many_changes',
    0,
    (table) => textOf(table.map((cells) => cells.toSpliced(column('JPY'), 1))),
  ],
  [
    'lacks the header of a column',
    'problem',
    0,
    (table) => {
      table[0]?.splice(column('JPY'), 1);
    },
  ],
  [
    'has another column',
    'problem too_many_changes',
    0,
    (table) => textOf(table.map(([date = '', ...cells], index) => [date, index === 0 ? 'XYZ' : '0.0003', ...cells])),
  ],
  [
    'has another column for the newest day',
    'implausible',
    0,
    (table) => textOf(table.map(([date = '', ...cells], index) => [date, ['XXX', '1.23'][index] ?? 'N/A', ...cells])),
  ],
  ['has a renamed column', 'problem too_many_changes', 0, (table) => setCell(table[0] ?? [], 'USD', () => 'USX')],
  [
    'has the names of two columns swapped',
    'problem too_many_changes',
    0,
    (table) => swapCells(table[0] ?? [], 'GBP', 'CHF'),
  ],
  [
    'has its columns in another order',
    '',
    0,
    (table) => textOf(table.map(([date = '', ...cells]) => [date, ...cells.reverse()])),
  ],
  [
    'has its rows in another order',
    '',
    0,
    ([header = [], ...rows]) =>
      textOf([
        header,
        ...rows
          .map((cells, index) => ({ cells, key: (index * 7) % rows.length }))
          .sort((a, b) => a.key - b.key)
          .map(({ cells }) => cells),
      ]),
  ],
  [
    'has a row twice',
    '',
    0,
    (table) => {
      table.splice(3, 0, table[3] ?? []);
    },
  ],
  [
    'has a day twice with different values',
    'unreadable',
    29,
    (table) => {
      const cells = [...row(table)];
      setCell(cells, 'USD', times(1.02));
      table.splice(1, 0, cells);
    },
  ],
  ['has an empty cell', '', 1, (table) => setCell(row(table), 'USD', () => '')],
  ['has N/A in place of an old value', '', 2, (table) => setCell(row(table, '2026-01-15'), 'USD', () => 'N/A')],
  ['has a row without any value', 'unreadable', 29, (table) => setAll(row(table), () => 'N/A')],
  ['has a negative value', 'unreadable', 29, (table) => setCell(row(table), 'USD', (cell) => `-${cell}`)],
  ['has a value of zero', 'unreadable', 29, (table) => setCell(row(table), 'USD', () => '0')],
  ['has text in place of a value', 'unreadable', 29, (table) => setCell(row(table), 'USD', () => 'n.a.')],
  ['has a decimal comma', 'unreadable', 29, (table) => setCell(row(table), 'USD', (cell) => cell.replace('.', ','))],
  [
    'has text in place of a date',
    'problem',
    0,
    (table) => {
      row(table)[0] = '4 March 2026';
    },
  ],
  [
    'has another year in a date',
    'problem too_many_changes',
    0,
    (table) => {
      row(table)[0] = '2025-03-04';
    },
  ],
  ['is cut off in the middle', 'unreadable', 0, (table) => textOf(table).slice(0, 6000)],
  ['is cut off after the header', 'problem', 0, (table) => textOf(table.slice(0, 1))],
  ['is empty', 'problem', 0, () => ''],
  ['is an HTML page', 'problem', 0, () => '<!doctype html><title>Maintenance</title>'],
  [
    'is a zip with two files',
    'problem',
    0,
    (table) => {
      const csv = strToU8(textOf(table));
      return zipSync({ 'a.csv': csv, 'b.csv': csv });
    },
  ],
  ['is an old copy', 'problem', 0, () => textOf(tableOf(upTo('2026-02-20')))],
  [
    'has the days of another year',
    'problem',
    0,
    () => textOf(tableOf(recorded.filter(({ date }) => date.startsWith('2024')))),
  ],
  ['has only the newest day', 'problem', 0, (table) => textOf(table.slice(0, 2))],
  ['has twice every value', 'problem too_many_changes', 0, (table) => setAllSince(table, '', times(2))],
  ['has twice every value of the newest day', 'implausible', 0, (table) => setAll(table[1] ?? [], times(2))],
  ['has twice every value since a day', 'implausible', 232, (table) => setAllSince(table, DAMAGED_FROM, times(2))],
  [
    'has the inverse of every value',
    'problem too_many_changes',
    0,
    (table) => setAllSince(table, '', (cell) => (cell === 'N/A' ? cell : (1 / Number(cell)).toFixed(8))),
  ],
  [
    'has each row with the date of the next day',
    'problem too_many_changes',
    0,
    (table, date) => {
      const dates = table.slice(1).map(([first]) => first ?? '');
      table.slice(1).forEach((cells, index) => (cells[0] = dates[index - 1] ?? date));
    },
  ],
  ['is missing (status 404)', 'problem', 0, () => answers.status(404)],
  ['can’t be read (status 500)', 'problem', 0, () => answers.status(500)],
  ['never arrives', 'problem', 0, () => answers.hang],
];

let bank: LoopbackMirror;
let answer: Answer;
beforeAll(async () => {
  bank = await startMirror((response) => answer(response));
});
afterAll(() => bank[Symbol.asyncDispose]());

/** Runs the check of a day, and reads its result back as a later publish reads it from the site. */
async function check(known: OfficialRates, date: string, damaged?: Damage): Promise<OfficialRates> {
  const table = tableOf(upTo(date));
  const body = damaged?.(table, date) ?? textOf(table);
  answer = typeof body === 'function' ? body : (response) => response.end(body);
  const updated = await updateBank(ecb, new Map([['ecb', known]]), {
    address: `${bank.url}/rates.csv`,
    now: `${date}T16:17:00.000Z`,
    market: market.filter((day) => day.date <= date),
    limits: { tries: 1, timeout: body === answers.hang ? 50 : 30_000, backOff: 1 },
  });
  const { official } = archiveFiles({ days: market.slice(-1), gaps: [], evidence: [] }, [], updated);
  const states = parseBanksStatus(buildOfficialStatus(official), buildBanksStatus(official));
  const { days, corrections, doubts, problem, ...rates } = updated.get('ecb') ?? expect.fail();
  expect(states.get('ecb')).toEqual({ doubts, problem, last: days.at(-1)?.date });
  const read = parseCorrectionsFile('', correctionsFile(corrections).body, days);
  return { ...rates, days, corrections: read, doubts, problem };
}

/** Each value of each day, as `2026-03-04 USD`. */
const valuesOf = (days: readonly ArchivedDay[]) =>
  new Map(days.flatMap(({ date, rates }) => [...rates].map(([code, rate]) => [`${date} ${code}`, rate] as const)));

it.each(damages)(
  'a bank’s file that %s for ten days > leaves no trace three days after the repair',
  async (_, outcome, logged, damaged) => {
    const days = recorded.filter(({ date }) => date >= KNOWN_SINCE && date < DAMAGED_FROM);
    let known: OfficialRates = { ...undoubted(days), askedFrom: ecb.tables[0].firstDay };
    let before = valuesOf(known.days);
    const outcomes = new Set<string>();
    for (let day = dayNumber(DAMAGED_FROM); day <= dayNumber(RIGHT_BY); day++) {
      const date = dateOfDay(day);
      const next = await check(known, date, date <= DAMAGED_TO ? damaged : undefined);
      for (const { reason } of next.doubts) outcomes.add(reason);
      if (next.problem) outcomes.add('problem');
      const newest = known.days.at(-1)?.date ?? '';
      const after = valuesOf(next.days);
      const changed = [...new Set([...before.keys(), ...after.keys()])]
        .filter((key) => key.slice(0, 10) <= newest && before.get(key) !== after.get(key))
        .sort();
      expect(next.corrections.slice(known.corrections.length).map(({ date, code }) => `${date} ${code}`)).toEqual(
        changed,
      );
      [known, before] = [next, after];
    }
    const truth = recorded.filter(({ date }) => date >= KNOWN_SINCE && date <= RIGHT_BY);
    expect(before).toEqual(valuesOf(truth));
    expect(known).toMatchObject({ doubts: [], problem: null });
    expect([[...outcomes].sort().join(' '), known.corrections.length]).toEqual([outcome, logged]);
  },
);
