import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isLogged } from '../../archive/corrections.ts';
import { noProblem, noRatesYet, type OfficialRates } from '../../archive/official-rates.ts';
import { dateOfDay, datesFrom, dayNumber, type Instant, type IsoDate, isWeekend } from '../../money/calendar.ts';
import { answers, type LoopbackMirror, startMirror } from '../../testing/servers/loopback-mirror.ts';
import type { Bank, BankTable } from '../../sources/bank.ts';
import { ecb } from '../../sources/banks/ecb.ts';
import { ecb as requestsOfEcb } from './requests/ecb.ts';
import type { TableRequests } from './table-requests.ts';
import { noMarket } from '../../testing/data/no-market.ts';
import { updateBank } from './update-bank.ts';

/*
 * A bank's rates, downloaded in ranges of 30 days from an empty archive on. For a month, half of the responses are
 * damaged at random. Then the server is repaired, and every range has its turn once more.
 */

const [FIRST_DAY, BEGIN, REPAIRED] = ['2025-06-02', '2026-02-10', '2026-03-13'] as const;
const DAYS = 110;
const table: BankTable = {
  ...ecb.tables[0],
  ...{ key: 'x', firstDay: FIRST_DAY, publishedBy: 10 },
};
const bank: Bank = { ...ecb, key: 'x', tables: [table] };
const asks: TableRequests['asks'] = (first, last) => [`https://x.example/${first}/${last}`];
const requests = new Map([['x', { ...requestsOfEcb, perRange: 30, asks, is404Empty: true }]]);
const codes = ['USD', 'GBP', 'JPY'];

/** A rate between 1 and 1.1, which is another one on each day. */
const rateOf = (date: IsoDate, code: string) =>
  (1 + ((dayNumber(date) * 7 + codes.indexOf(code) * 13) % 100) / 1000).toFixed(4);
const daysBetween = (first: IsoDate, last: IsoDate) =>
  datesFrom(dayNumber(first), dayNumber(last) - dayNumber(first) + 1).filter((date) => !isWeekend(dayNumber(date)));

/** The rows of a response: a date and a rate for each code. */
type Rows = string[][];

const times = (factor: number, row: string[] = []) => row.splice(1, 1, String(Number(row[1]) * factor));
/** Each damages the rows, of which it changes the given one, or returns a status. */
const damages: ((rows: Rows, place: number) => unknown)[] = [
  () => 404,
  () => 500,
  (rows, place) => rows.splice(place, 1),
  (rows, place) => rows.splice(place, 6),
  (rows, place) => rows.splice(0, place),
  (rows, place) => rows.splice(place),
  (rows, place) => times(10, rows[place]),
  (rows, place) => times(1.01, rows[place]),
  (rows) => rows.forEach((row) => times(1.05, row)),
  (rows, place) => rows[place]?.splice(2, 1, 'x'),
  (rows) => rows.push(['2026-01-03', '1', '1', '1']),
  (rows) =>
    rows.splice(0, rows.length, ...daysBetween('2026-02-02', '2026-02-06').map((date) => [date, '1', '1', '1'])),
];

let server: LoopbackMirror;
let random: () => number;
/** The newest day that the server has, and whether it damages responses. */
let newest: IsoDate;
let isDamaging: boolean;
beforeAll(async () => {
  server = await startMirror((response, { url = '' }) => {
    const [, first, last] = url.split('/') as [string, IsoDate, IsoDate];
    const rows = daysBetween(first, last < newest ? last : newest).map((date) => [
      date,
      ...codes.map((code) => rateOf(date, code)),
    ]);
    const damage = isDamaging && random() < 0.5 ? damages[Math.floor(random() * damages.length)] : undefined;
    const status = damage?.(rows, Math.floor(random() * rows.length));
    if (typeof status === 'number' && status >= 400) answers.status(status)(response);
    else if (rows.length === 0) answers.status(404)(response);
    else response.end(`Date,${codes.join()}\n${rows.map((row) => `${row.join()}\n`).join('')}`);
  });
});
afterAll(() => server[Symbol.asyncDispose]());

it.each([1, 2])(
  'ranges of a bank’s days that are damaged at random for a month > leave no trace once all were requested again (%i)',
  async (seed) => {
    const generator = xoroshiro128plus(seed);
    random = () => uniformFloat64(generator);
    let rates: OfficialRates = noRatesYet;
    for (let day = dayNumber(BEGIN); day < dayNumber(BEGIN) + DAYS; day++) {
      const date = dateOfDay(day);
      isDamaging = date < REPAIRED;
      for (const hour of ['06', '12', '18']) {
        newest = hour === '06' ? dateOfDay(day - 1) : date;
        const now = `${date}T${hour}:17:00.000Z` as Instant;
        const options = { address: server.url, requests, market: noMarket, now, limits: { tries: 1 } };
        const next: OfficialRates =
          (await updateBank(bank, new Map([['x', rates]]), options)).get('x') ?? expect.fail();
        expect([now, isLogged(rates, next)]).toEqual([now, true]);
        rates = next;
      }
    }
    const { days, corrections, ...state } = rates;
    expect(state).toEqual({ asked_from: FIRST_DAY, doubts: [], ...noProblem });
    expect(corrections.length).toBeGreaterThan(0);
    expect(days.map(({ date, rates }) => [date, ...codes.map((code) => rates.get(code))])).toEqual(
      daysBetween(FIRST_DAY, newest).map((date) => [date, ...codes.map((code) => Number(rateOf(date, code)))]),
    );
  },
);
