import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArchivedDay } from '../../archive/archive.ts';
import { correctionsFile, parseCorrectionsFile } from '../../archive/corrections.ts';
import { explainDoubt } from '../../archive/official-doubts.ts';
import type { Official, OfficialRates } from '../../archive/official-rates.ts';
import { dateOfDay, dayNumber, EARLIEST, type IsoDate } from '../../money/calendar.ts';
import { type BankRow, bodyOf, textsOf } from '../../testing/data/bank-bodies.ts';
import { histories, newestDay, type TableKey } from '../../testing/data/bank-history.ts';
import { startingOn } from '../../testing/servers/complete-rates.ts';
import { fakedBanks, type FakeBanks, startFakeBanks } from '../../testing/servers/fake-banks.ts';
import { type LoopbackMirror, startMirror } from '../../testing/servers/loopback-mirror.ts';
import { present } from '../../text/present.ts';
import { requests, requestsOf } from './requests.ts';
import { noMarket } from '../../testing/data/no-market.ts';
import { updateBank } from './update-bank.ts';

/*
 * The rates of each bank's tables, checked every afternoon. For ten days, a table's response has wrong days or another
 * form. Then it's repaired. `damaged-values.test.ts` has wrong values. The tests of updateBank cover servers that fail.
 */

/** Wednesday to the second Friday after it, and the following Wednesday, on which also the weekly table is published. */
const [DAMAGED_FROM, DAMAGED_TO, RIGHT_BY] = ['2026-06-03', '2026-06-12', '2026-06-17'] as const;
/** The first day of the tables. One response has all their days. */
const FIRST_DAY = '2026-04-27';
/** Wednesdays more than two weeks and less than two weeks before the damages. */
const [OLD_DAY, RECENT_DAY] = ['2026-05-06', '2026-05-27'] as const;
/** The time of each check. */
const HOUR = 'T16:17:00.000Z';
/** Few currencies, so that the tests take little time. */
const currencies = { 'nbp-b': 'AED AFN ALL AMD AOA ARS AWG AZN', others: 'AUD CAD CHF EUR HUF JPY SEK USD' };

/** A response before it's damaged. */
interface Response {
  readonly key: TableKey;
  /** Ascending by date. */
  rows: BankRow[];
  /** The day of the request. */
  readonly today: IsoDate;
  /** The newest day with rates, and the first day that is published while responses are damaged. */
  readonly newest: IsoDate;
  readonly firstNew: string;
  readonly one: string;
}

/** Changes the rows, or returns another response than the rows’ body. */
type Damage = (response: Response) => string | Uint8Array | undefined;

type Choice = (row: BankRow, response: Response) => boolean;
const always: Choice = () => true;
const ofOne: Choice = ({ code }, { one }) => code === one;
const onNewest: Choice = ({ date }, { newest }) => date === newest;
const onFirstNew: Choice = ({ date }, { firstNew }) => date === firstNew;
const on =
  (day: string): Choice =>
  ({ date }) =>
    date === day;
const both =
  (one: Choice, other: Choice): Choice =>
  (row, response) =>
    one(row, response) && other(row, response);
const not =
  (choice: Choice): Choice =>
  (row, response) =>
    !choice(row, response);
const oneOnFirstNew = both(ofOne, onFirstNew);

/** Changes each chosen row. */
function each(isChosen: Choice, change: (row: BankRow) => unknown): Damage {
  return (response) => {
    for (const row of response.rows) if (isChosen(row, response)) change(row);
    return undefined;
  };
}
/** Keeps only the chosen rows. */
function only(isChosen: Choice): Damage {
  return (response) => {
    response.rows = response.rows.filter((row) => isChosen(row, response));
    return undefined;
  };
}
/** Adds a copy of each chosen row, with changes. */
function copied(isChosen: Choice, change: (response: Response) => Partial<BankRow>): Damage {
  return (response) => {
    const copies = response.rows.filter((row) => isChosen(row, response));
    response.rows.push(...copies.map((row) => ({ ...row, ...change(response) })));
    return undefined;
  };
}
const bytes = (change: (body: string) => string | Uint8Array): Damage => {
  return ({ key, rows }) => change(textsOf(key, rows)[0]);
};

const onSaturday = copied(onNewest, () => ({ date: '2026-06-06' }));

/**
 * The doubts and the problem that a damage causes. Table B may have another outcome, because only four of its days are
 * archived, so it can't have many changed values.
 */
type Outcome = string | { readonly others: string; readonly 'nbp-b': string };

/** The damages that any format can have. A table in CSV and a weekly table in JSON show what they do. */
const damages: [name: string, outcome: Outcome, damage: Damage][] = [
  // Days
  ['has a day dated Saturday', 'impossible_day', onSaturday],
  [
    'has a day that isn’t known yet',
    'impossible_day',
    copied(onNewest, ({ today }) => ({ date: dateOfDay(dayNumber(today) + 2) })),
  ],
  ['has another year in a date', 'impossible_day', each(onFirstNew, (row) => (row.date = '2025-06-03'))],
  ['has a date that doesn’t exist', 'problem', each(onFirstNew, (row) => (row.date = '2026-06-31'))],
  [
    'has the date of the day before in each row',
    'problem too_many_changes',
    ({ rows }) => {
      const dates = [...new Set(rows.map(({ date }) => date))];
      for (const row of rows) row.date = dates[dates.indexOf(row.date) - 1] ?? dateOfDay(dayNumber(row.date) - 3);
      return undefined;
    },
  ],
  ['lacks an old day', 'absent', only(not(on(OLD_DAY)))],
  ['lacks a recent day', 'absent', only(not(on(RECENT_DAY)))],
  ['lacks the newest day', '', only(not(onNewest))],
  ['has only the newest day', 'problem', only(onNewest)],
  ['has a day twice', '', copied(onNewest, () => ({}))],
  ['has a day twice with different values', 'unreadable', copied(both(ofOne, onFirstNew), () => ({ value: '1.234' }))],
  ['has no days', 'problem', only(not(always))],
  ['is an old copy', 'problem', only(({ date }) => date <= '2026-05-22')],
  [
    'has the days of another year',
    'problem',
    each(always, (row) => (row.date = row.date.replace('2026', '2024') as IsoDate)),
  ],
  // Currencies
  ['lacks a currency', { others: 'problem too_many_changes', 'nbp-b': 'absent' }, only(not(ofOne))],
  ['lacks a currency on a day', '', only(not(oneOnFirstNew))],
  ['has another currency', 'implausible', copied(both(ofOne, onNewest), () => ({ code: 'XXX' }))],
  [
    'has its values in another order',
    '',
    ({ rows }) => {
      rows.sort((one, other) => (one.value + one.code < other.value + other.code ? -1 : 1));
      return undefined;
    },
  ],
  // Bytes
  ['is cut off in the middle', 'problem', bytes((body) => body.slice(0, body.length / 2))],
  ['is empty', 'problem', () => ''],
  ['is an HTML page', 'problem', () => '<!doctype html><title>Maintenance</title>'],
  ['is another bank’s response', 'problem', ({ rows }) => bodyOf.cnb(rows)],
  [
    'has other names of fields',
    'problem',
    bytes((body) => body.replaceAll(/"mid"|"rate"/g, '"value"').replaceAll(/OBS_VALUE|Date/g, 'VALUE')),
  ],
  ['begins with a byte order mark', '', bytes((body) => `\uFEFF${body}`)],
  ['has other line ends', '', bytes((body) => body.replaceAll('\n', '\r\n'))],
  ['is in UTF-16', 'problem', bytes((body) => Buffer.from(body, 'utf16le'))],
  ['is a zip with two files', 'problem', bytes((body) => zipSync({ 'a.csv': strToU8(body), 'b.csv': strToU8(body) }))],
];

/** Adds a key twice to the first object with a value. */
const withKeyTwice = bytes((body) => body.replace(/("mid"|"rate"):/, '$1:1,$1:'));

/** The damages that only some banks' formats can have. Tables that need several responses for a range aren't here. */
const damagesOf: Readonly<Partial<Record<TableKey, typeof damages>>> = {
  ecb: [
    ['is a valid zip', '', bytes((body) => zipSync({ 'eurofxref-hist.csv': strToU8(body) }))],
    ['has another number of cells in a row', 'unreadable', bytes((body) => body.replace(/(2026-06-03.*)/, '$1,1'))],
  ],
  nbp: [
    ['is table B', 'problem', ({ rows }) => bodyOf['nbp-b'](rows)],
    ['has a number of table B', 'problem', each(onFirstNew, (row) => (row.reference = '015/B/NBP/2026'))],
    ['has another day’s number', '', each(onFirstNew, (row) => (row.reference = '015/A/NBP/2026'))],
    ['has a key twice in an object', 'problem', withKeyTwice],
  ],
  'nbp-b': [
    ['is table A', 'problem', ({ rows }) => bodyOf.nbp(rows)],
    ['has another day’s number', '', each(onFirstNew, (row) => (row.reference = '001/B/NBP/2026'))],
  ],
  cnb: [['has a key twice in an object', 'problem', withKeyTwice]],
  'norges-bank': [['has rates in another currency', 'problem', bytes((body) => body.replaceAll(',NOK,', ',SEK,'))]],
  nbu: [
    ['has a day dated Saturday', 'impossible_day unreadable', onSaturday],
    ['has a key twice in an object', 'problem', withKeyTwice],
  ],
  'fed-h10': [
    ['is a valid zip', '', bytes((body) => zipSync({ 'H10_data.xml': strToU8(body), 'H10.xsd': strToU8('') }))],
    ['has other prefixes', '', bytes((body) => body.replaceAll('<Obs', '<x:Obs'))],
    ['has no data in its zip', 'problem', bytes((body) => zipSync({ 'H10_struct.xml': strToU8(body) }))],
    ['has a page in HTML in its zip', 'problem', () => zipSync({ 'H10_data.xml': strToU8('<!doctype html><p>') })],
    [
      'turns a currency round',
      'problem too_many_changes',
      bytes((body) => body.replace('RXI$US_N.B.AL', 'RXI_N.B.AL')),
    ],
  ],
  'danmarks-nationalbank': [
    ['has other rates', 'problem', bytes((body) => body.replaceAll(';KBH;', ';AEN;'))],
    ['has another number of cells in a line', 'unreadable', bytes((body) => body.replace(/(2026M06D02;.*)/, '$1;1'))],
  ],
  sedlabanki: [
    ['is another group', 'problem', ({ rows }) => bodyOf['sedlabanki-7'](rows)],
    ['has another currency under a number', 'problem', bytes((body) => body.replace('Evra', 'Kanadadalur'))],
  ],
  bnr: [
    ['has the namespace of earlier years', '', bytes((body) => body.replace('https:', 'http:'))],
    ['is a home page in XML', 'problem', () => '<html><body><Cube/></body></html>'],
    ['has rates in another currency', 'problem', bytes((body) => body.replace('>RON<', '>ROL<'))],
  ],
  banrep: [
    ['has a rate that is valid until a day that isn’t known yet', '', bytes(validUntil(3))],
    ['has a rate that is valid for a month', 'unreadable', bytes(validUntil(30))],
  ],
};

/** Makes the newest rate of Colombia valid for more days. */
function validUntil(days: number): (body: string) => string {
  return (body) =>
    body.replace(
      /([\d-]{10})(T[\d:.]*"\}\])$/,
      (_, date: IsoDate, end: string) => dateOfDay(dayNumber(date) + days) + end,
    );
}

let fakes: FakeBanks;
let server: LoopbackMirror;
let body: string | Uint8Array;
beforeAll(async () => {
  fakes = await startFakeBanks({ now: `${RIGHT_BY}T23:00:00Z`, firstDay: FIRST_DAY });
  server = await startMirror((response) => response.end(body));
});
afterAll(async () => {
  await fakes[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

/** All rows of a table until the end of the tests. */
function rowsOf(key: TableKey): BankRow[] {
  const codes = (key === 'nbp-b' ? currencies['nbp-b'] : currencies.others).split(' ');
  return [...fakes.plainReading(key)].flatMap(([date, readings]) =>
    codes.flatMap((code) => {
      const reading = readings.get(code);
      return reading ? [{ date, code, ...reading }] : [];
    }),
  );
}

/** The last day that a bank has published in the afternoon of a day. */
function lastOn(key: TableKey, today: IsoDate): IsoDate {
  return dateOfDay(newestDay(histories[key], `${today}${HOUR}`));
}

/** Each value of each day, as `2026-03-04 USD`. */
const valuesOf = (days: readonly ArchivedDay[]) =>
  new Map(days.flatMap(({ date, rates }) => [...rates].map(([code, rate]) => [`${date} ${code}`, rate] as const)));

const cases = fakedBanks
  .flatMap((bank) => bank.tables.map((table) => ({ bank, table })))
  .filter(({ table }) => Object.hasOwn(damagesOf, table.key))
  .map(({ bank, table }) => {
    const [each] = startingOn(FIRST_DAY)({ ...bank, tables: [table] }).tables;
    return { key: table.key as keyof typeof damagesOf, bank: { ...bank, tables: [each] as const } };
  });

describe.each(cases)('a response of the table $key', ({ key, bank }) => {
  const tableOf = (official: Official): OfficialRates => present(official.get(key), key);
  let rows: readonly BankRow[];
  let start: Official;
  let one: string;
  beforeAll(async () => {
    rows = rowsOf(key).filter(({ date }) => date <= lastOn(key, RIGHT_BY));
    one = rows[0]?.code ?? expect.fail();
    start = await check(new Map(), '2026-06-02');
  });

  /** Checks the bank in the afternoon of a day. */
  async function check(known: Official, today: IsoDate, damage?: Damage): Promise<Official> {
    const published = rows.filter(({ date }) => date <= lastOn(key, today)).map((row) => ({ ...row }));
    const newest = published.at(-1)?.date ?? EARLIEST;
    const response = { key, rows: published, today, newest, firstNew: lastOn(key, DAMAGED_FROM), one };
    body = damage?.(response) ?? textsOf(key, response.rows)[0];
    const updated = await updateBank(bank, known, {
      address: server.url,
      now: `${today}${HOUR}`,
      market: noMarket,
      requests,
      limits: { tries: 1 },
    });
    // A later publish reads the log of corrections from the site.
    const { days, corrections } = tableOf(updated);
    expect(parseCorrectionsFile('', correctionsFile(corrections).body, days)).toEqual(corrections);
    return updated;
  }

  it.each([...(key === 'ecb' || key === 'nbp-b' ? damages : []), ...(damagesOf[key] ?? [])])(
    'that %s for ten days leaves no trace five days after the repair',
    async (_, outcome, damage) => {
      let known = start;
      const outcomes = new Set<string>();
      for (let day = dayNumber(DAMAGED_FROM); day <= dayNumber(RIGHT_BY); day++) {
        const today = dateOfDay(day);
        const next = await check(known, today, today <= DAMAGED_TO ? damage : undefined);
        const [before, after] = [tableOf(known), tableOf(next)];
        for (const { reason } of after.doubts) outcomes.add(reason);
        if (after.problem !== null) outcomes.add('problem');
        for (const line of [...after.doubts.map(explainDoubt), after.problem ?? 'has no problem'])
          expect(line).toMatch(/^[ -~’…]{10,250}$/);
        const newest = before.days.at(-1)?.date ?? EARLIEST;
        const [valuesBefore, valuesAfter] = [valuesOf(before.days), valuesOf(after.days)];
        const changed = [...new Set([...valuesBefore.keys(), ...valuesAfter.keys()])]
          .filter((key) => key.slice(0, 10) <= newest && valuesBefore.get(key) !== valuesAfter.get(key))
          .sort();
        const logged = after.corrections.slice(before.corrections.length);
        expect(logged.map(({ date, code }) => `${date} ${code}`)).toEqual(changed);
        known = next;
      }
      const { days, doubts, problem } = tableOf(known);
      expect({ days, doubts, problem }).toEqual({
        days: requestsOf(key).parse(...textsOf(key, rows)).days,
        doubts: [],
        problem: null,
      });
      expect([...outcomes].sort().join(' ')).toBe(
        typeof outcome === 'string' ? outcome : outcome[key === 'nbp-b' ? key : 'others'],
      );
    },
  );
});
