import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Official, OfficialRates } from '../../archive/official-rates.ts';
import { noRatesYet } from '../../archive/official-rates.ts';
import { dateOfDay, datesFrom, dayNumber, type Instant, type IsoDate, isWeekend } from '../../money/calendar.ts';
import type { Bank } from '../../sources/bank.ts';
import { bankOf } from '../../sources/banks.ts';
import { type BankRow, bodyOf } from '../../testing/data/bank-bodies.ts';
import { type LoopbackMirror, startMirror } from '../../testing/servers/loopback-mirror.ts';
import { MarketRates } from '../../validation/official/market-rates.ts';
import { requests } from './requests.ts';
import { updateBank } from './update-bank.ts';

/*
 * A server returns responses with the faults of real banks, and the bank is updated several times. After each update,
 * the published rates are compared with the right ones.
 */

/** Rates in units of the bank's currency for 1 unit. JPY is quoted for 100 units. Each day has its own rates. */
const levels = { AUD: 27, CAD: 30, CHF: 52, EUR: 48, GBP: 56, JPY: 0.28, NOK: 4, PLN: 11, SEK: 4.4, USD: 41 };
const codes = Object.keys(levels) as (keyof typeof levels)[];
const rateOn = (date: IsoDate, code: keyof typeof levels) =>
  Number((levels[code] * (1 + (dayNumber(date) % 7) / 1000)).toFixed(6));
const FIRST = '2026-01-01';

function rowOf(date: IsoDate, code: keyof typeof levels): BankRow {
  const units = code === 'JPY' ? 100 : 1;
  return { date, code, units, value: String(Number((rateOn(date, code) * units).toFixed(4))) };
}

const market = new MarketRates({
  days: datesFrom(dayNumber(FIRST) - 10, 250).map((date) => ({
    date,
    rates: new Map([
      ...codes.map((code) => [code, 40 / rateOn(date, code)] as const),
      ...['UAH', 'CZK'].map((code) => [code, 40] as const),
    ]),
  })),
  comparisons: [],
});

let server: LoopbackMirror;
let body: (url: string) => string;
beforeAll(async () => {
  server = await startMirror((response, { url = '' }) => response.end(body(url)));
});
afterAll(() => server[Symbol.asyncDispose]());

/** The bank with a short history, so that a run asks for few ranges. */
function short(key: string): Bank {
  const bank = bankOf(key);
  return { ...bank, tables: [{ ...bank.tables[0], firstDay: FIRST }] };
}

async function run(bank: Bank, known: OfficialRates, now: Instant): Promise<OfficialRates> {
  const before: Official = new Map([[bank.key, known]]);
  const options = { address: server.url, requests, market, now, limits: { tries: 1 } };
  return (await updateBank(bank, before, options)).get(bank.key) ?? expect.fail();
}

const linesOf = ({ days }: Pick<OfficialRates, 'days'>) =>
  days.map(({ date, rates }) => `${date} ${[...rates].map(([code, rate]) => `${code} ${rate}`).join(', ')}`);
const lineOf = (date: IsoDate, without: readonly string[] = []) =>
  `${date} ${codes
    .filter((code) => !without.includes(code))
    .map((code) => `${code} ${rateOn(date, code)}`)
    .join(', ')}`;

describe('the National Bank of Ukraine with USD and EUR exchanged in all rows', () => {
  const nbu = short('nbu');
  const allDates = (first: IsoDate, last: IsoDate) =>
    datesFrom(dayNumber(first), dayNumber(last) - dayNumber(first) + 1);
  let isSwapped: boolean;
  beforeEach(() => {
    isSwapped = false;
    body = (url) => {
      const [, first = '', last = ''] = /start=(\d+)&end=(\d+)/.exec(url) ?? [];
      const [from, to] = [first, last].map((day) => day.replace(/^(....)(..)(..)$/, '$1-$2-$3')) as [IsoDate, IsoDate];
      const rows = allDates(from, to).flatMap((date) => codes.map((code) => rowOf(date, code)));
      if (isSwapped)
        for (const row of rows) row.code = row.code === 'USD' ? 'EUR' : row.code === 'EUR' ? 'USD' : row.code;
      return bodyOf.nbu(rows);
    };
  });

  it.each([
    // A range begins on April 10. The range before it is refused.
    ['in a range that has just begun, whose new day lacks the two', '2026-04-12', ['EUR', 'USD']],
    // The only range is refused.
    ['in a range with many older days, whose new day waits', '2026-05-20', undefined],
  ] as const)('changes nothing published %s, until the responses are repaired', async (_, today, lacking) => {
    const tomorrow = dateOfDay(dayNumber(today) + 1);
    const known = await run(nbu, noRatesYet, `${dateOfDay(dayNumber(today) - 1)}T16:00:00.000Z`);
    const right = allDates(FIRST, today).map((date) => lineOf(date));
    expect(linesOf(known)).toEqual(right);
    isSwapped = true;
    const damaged = await run(nbu, known, `${today}T16:00:00.000Z` as Instant);
    expect(linesOf(damaged)).toEqual([...right, ...(lacking ? [lineOf(tomorrow, lacking)] : [])]);
    expect(damaged.corrections).toEqual([]);
    expect(damaged.problem).toContain('more than ten values');
    isSwapped = false;
    const repaired = await run(nbu, damaged, `${today}T17:00:00.000Z` as Instant);
    expect(linesOf(repaired)).toEqual([...right, lineOf(tomorrow)]);
    expect([repaired.doubts, repaired.problem]).toEqual([[], null]);
    // The two are late, and nothing is corrected.
    expect(repaired.corrections.map(({ date, code, old }) => [date, code, old])).toEqual(
      (lacking ?? []).map((code) => [tomorrow, code, null]),
    );
  });

  it('corrects nothing in the newest range if an older range, which is asked after it, is refused', async () => {
    const [today, yesterday] = ['2026-05-20', '2026-05-19'] as const;
    const known = await run(nbu, noRatesYet, `${yesterday}T16:00:00.000Z` as Instant);
    const right = body;
    const isNewest = (url: string) => url.includes('end=202605');
    // The first such rate of the range is of April 13.
    const corrected = (url: string) =>
      isNewest(url) ? right(url).replace(`"rate":${rateOn('2026-04-13', 'AUD')},`, '"rate":27.2,') : right(url);
    let refused = 0;
    body = (url) => {
      isSwapped = !isNewest(url);
      if (isSwapped) refused++;
      const text = corrected(url);
      isSwapped = false;
      return text;
    };
    const damaged = await run(nbu, known, `${today}T16:00:00.000Z` as Instant);
    expect([refused, damaged.corrections]).toEqual([1, []]);
    expect(damaged.problem).toContain('more than ten values');
    const tomorrow = dateOfDay(dayNumber(today) + 1);
    expect(linesOf(damaged)).toEqual(allDates(FIRST, tomorrow).map((date) => lineOf(date)));
    body = corrected;
    const repaired = await run(nbu, damaged, `${tomorrow}T16:00:00.000Z` as Instant);
    expect(repaired.corrections).toMatchObject([{ date: '2026-04-13', code: 'AUD', new: 27.2 }]);
  });

  it('publishes neither of the two if the first responses of a new site have it', async () => {
    isSwapped = true;
    const { days } = await run(nbu, noRatesYet, '2026-05-20T16:00:00.000Z');
    for (const { rates } of days) for (const code of ['USD', 'EUR']) expect(rates.has(code)).toBe(false);
  });
});

describe('the Czech National Bank without the factor 100 of JPY from a day on', () => {
  const cnb = short('cnb');
  const dates = datesFrom(dayNumber(FIRST), 120).filter((date) => !isWeekend(dayNumber(date)));
  const from = '2026-03-02';

  let today: IsoDate;
  let isDamaged: boolean;
  beforeEach(() => {
    [today, isDamaged] = ['2026-02-27', true];
    body = () =>
      bodyOf.cnb(
        dates
          .filter((date) => date <= today)
          .flatMap((date) =>
            codes.map((code) => {
              const row = rowOf(date, code);
              return isDamaged && code === 'JPY' && date >= from ? { ...row, units: 1 } : row;
            }),
          ),
      );
  });

  it('publishes the other currencies each day, and JPY once the bank has repaired it', async () => {
    let known = await run(cnb, noRatesYet, `${today}T16:00:00.000Z` as Instant);
    const damaged = dates.filter((date) => date >= from && date <= '2026-03-11');
    for (today of damaged) {
      known = await run(cnb, known, `${today}T16:00:00.000Z` as Instant);
      expect(linesOf(known)).toEqual(
        dates.filter((date) => date <= today).map((date) => lineOf(date, date >= from ? ['JPY'] : [])),
      );
    }
    expect(known.doubts.map(({ date, code }) => [date, code])).toEqual(damaged.map((date) => [date, 'JPY']));
    [today, isDamaged] = ['2026-03-12', false];
    known = await run(cnb, known, `${today}T16:00:00.000Z` as Instant);
    expect(linesOf(known)).toEqual(dates.filter((date) => date <= today).map((date) => lineOf(date)));
    expect([known.doubts, known.corrections.map(({ date, old }) => [date, old])]).toEqual([
      [],
      damaged.map((date) => [date, null]),
    ]);
  });

  it('believes the bank if it says the same for 14 days', async () => {
    let known = await run(cnb, noRatesYet, `${today}T16:00:00.000Z` as Instant);
    const since = dates.filter((date) => date >= from && date <= '2026-03-17');
    for (today of since) {
      known = await run(cnb, known, `${today}T16:00:00.000Z` as Instant);
      const published = known.days.flatMap(({ date, rates }) => (date >= from && rates.has('JPY') ? [date] : []));
      const expected = today < '2026-03-16' ? [] : since.filter((date) => date <= today);
      expect([today, published]).toEqual([today, expected]);
    }
    expect([known.doubts, known.days.at(-1)?.rates.get('JPY')]).toEqual([
      [],
      Number((100 * rateOn(today, 'JPY')).toFixed(4)),
    ]);
  });
});

it('a new day of a bank that lacks most currencies > waits for two days, then counts as it is, and the rest is late', async () => {
  const cnb = short('cnb');
  const dates = datesFrom(dayNumber(FIRST), 90).filter((date) => !isWeekend(dayNumber(date)));
  const [before, day, next] = ['2026-03-02', '2026-03-03', '2026-03-04'] as const;
  let [last, lacking]: [IsoDate, readonly string[]] = [before, []];
  body = () =>
    bodyOf.cnb(
      dates
        .filter((date) => date <= last)
        .flatMap((date) =>
          codes.filter((code) => date !== day || !lacking.includes(code)).map((code) => rowOf(date, code)),
        ),
    );
  const newest = (rates: OfficialRates) => linesOf(rates).slice(-2);
  let known = await run(cnb, noRatesYet, `${before}T16:00:00.000Z` as Instant);
  const published = newest(known);
  [last, lacking] = [day, codes.slice(2)];
  for (const now of [
    `${day}T16:00:00.000Z` as Instant,
    `${day}T22:00:00.000Z` as Instant,
    `${next}T06:00:00.000Z` as Instant,
  ]) {
    known = await run(cnb, known, now);
    expect([now, newest(known)]).toEqual([now, published]);
    expect(known.doubts).toMatchObject([{ date: day, reason: 'incomplete', code: null }]);
  }
  last = next;
  known = await run(cnb, known, `${next}T16:00:00.000Z` as Instant);
  // The next day doesn't wait for the day that waits.
  expect(newest(known)).toEqual([lineOf(before), lineOf(next)]);
  known = await run(cnb, known, '2026-03-05T06:00:00.000Z');
  expect(newest(known)).toEqual([lineOf(day, lacking), lineOf(next)]);
  const late = known.corrections.length;
  lacking = [];
  last = '2026-03-05';
  known = await run(cnb, known, '2026-03-05T16:00:00.000Z');
  expect(linesOf(known).slice(-3)).toEqual([lineOf(day), lineOf(next), lineOf(last)]);
  expect([late, known.corrections.filter(({ old }) => old === null).length]).toEqual([2, codes.length]);
});
