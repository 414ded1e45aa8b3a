import recorded from '../testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { answers, type LoopbackMirror, startMirror } from '../testing/servers/loopback-mirror.ts';
import { recordedDays } from '../testing/sites/small-site.ts';
import { type Archive, missingDates, withDays } from '../archive/archive.ts';
import { dateOfDay, dayNumber, type Instant, type IsoDate } from '../money/calendar.ts';
import { FIRST_DAY, type Provider } from '../sources/provider.ts';
import { fetchPastDays } from './past-days.ts';

const now: Instant = '2026-09-30T06:17:00.000Z';
let asked: string[] = [];
let isDown = false;
let mirror: LoopbackMirror;
beforeAll(async () => {
  mirror = await startMirror((response, { url }) => {
    const date = url?.slice(-10) as IsoDate;
    asked.push(date);
    (isDown ? answers.status(503) : answers.json({ date, usd: recorded.usd }))(response);
  });
});
afterAll(() => mirror[Symbol.asyncDispose]());
beforeEach(() => {
  asked = [];
});

const bank = { name: 'Bank', url: 'https://bank.example/', license: 'CC0-1.0' };
interface Options {
  readonly backfill?: number;
  readonly provider?: Provider;
  readonly datedMirrors?: readonly string[];
  readonly now?: Instant;
}
async function fetchOf(archive: Archive = recordedDays, changes: Options = {}): Promise<Archive> {
  const options = { datedMirrors: [`${mirror.url}/{date}`], now, backfill: 30, recorded: false, ...changes };
  const fetched = await fetchPastDays(archive, options, () => undefined);
  return fetched ? withDays(archive, fetched.days) : archive;
}

it('fetchPastDays (downloads days that the archive lacks) > fetches the latest 30 missing days in each publish', async () => {
  isDown = true;
  const nothing = await fetchOf();
  expect(nothing.days).toEqual(recordedDays.days);
  isDown = false;
  asked = [];
  const some = await fetchOf(nothing);
  expect(asked).toHaveLength(30);
  expect(some.days).toHaveLength(recordedDays.days.length + 30);
  const before = new Set(asked);
  asked = [];
  await fetchOf(some);
  expect(asked).toHaveLength(30);
  expect(asked.filter((date) => before.has(date))).toEqual([]);
});

it('fetchPastDays (downloads days that the archive lacks) > fetches at most as many missing days as the option --backfill allows', async () => {
  await fetchOf(recordedDays, { backfill: 40 });
  expect(asked).toHaveLength(40);
  asked = [];
  expect(await fetchOf(recordedDays, { backfill: 0 })).toBe(recordedDays);
  expect(asked).toEqual([]);
});

it('fetchPastDays (downloads days that the archive lacks) > fetches only missing days of the periods in which the archive uses the given source', async () => {
  const days = recordedDays.days.filter(({ date }) => !/^2026-09-(0[5-9]|1[0-5])$/.test(date));
  const archive: Archive = { ...recordedDays, days, providers: [{ first: '2026-09-10', ...bank }] };
  await fetchOf(archive, { provider: bank });
  expect(asked.toSorted()).toEqual(['10', '11', '12', '13', '14', '15'].map((day) => `2026-09-${day}`));
  asked = [];
  await fetchOf(archive);
  expect(asked).not.toContain('2026-09-10');
  expect(asked).toContain('2026-09-09');
});

it('fetchPastDays (downloads days that the archive lacks) > completes the archive in the expected number of runs if three mirrors lack days, fail or have other rates', async () => {
  const today = '2024-08-02';
  const rightOf = (date: IsoDate) => ({ ...recorded.usd, jpy: 140 + Number(date.slice(8)) / 10 });
  const right = (date: IsoDate) => answers.json({ date, usd: rightOf(date) });
  const wrong = (date: IsoDate) => answers.json({ date, usd: { ...rightOf(date), jpy: 150 } });
  const absent = () => answers.status(404);
  /** Responds with one response on each n-th day, and with the right rates on other days. */
  const every = (days: number, first: number, answer: typeof right) => (date: IsoDate) =>
    ((dayNumber(date) - dayNumber(FIRST_DAY)) % days === first ? answer : right)(date);
  const broken = () => answers.status(500);
  const answersOf = [every(15, 1, absent), every(10, 3, broken), every(7, 5, wrong)];
  await using stack = new AsyncDisposableStack();
  const mirrors = await Promise.all(
    answersOf.map(async (answerOf) => {
      const started = await startMirror((response, { url }) => {
        const date = url?.slice(-10) as IsoDate;
        answerOf(date)(response);
      });
      return stack.use(started).url;
    }),
  );
  const datedMirrors = mirrors.map((url) => `${url}/{date}`);
  let archive: Archive = { days: [{ date: today, rates: new Map([['EUR', 1]]) }], gaps: [], comparisons: [] };
  const missing: number[] = [];
  for (let run = 0; run < 6; run++) {
    archive = await fetchOf(archive, { datedMirrors, now: `${today}T0${run}:17:00.000Z` });
    missing.push(missingDates(archive, today).length);
  }
  // On three days, the only two mirrors that respond have different rates, so these days stay missing.
  expect(missing).toEqual([123, 93, 63, 33, 3, 3]);
  expect(missingDates(archive, today)).toEqual([33, 61, 103].map((day) => dateOfDay(dayNumber(FIRST_DAY) + day)));
  expect(archive.gaps).toEqual([]);
  for (const { date, rates } of archive.days) {
    if (date < today) expect([date, rates.get('JPY')]).toEqual([date, rightOf(date).jpy]);
  }
});
