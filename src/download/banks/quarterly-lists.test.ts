import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noRatesYet, type OfficialRates } from '../../archive/official-rates.ts';
import { datesFrom, dayNumber, type Instant } from '../../money/calendar.ts';
import { usTreasury } from '../../sources/banks/us-treasury.ts';
import { type LoopbackMirror, startMirror } from '../../testing/servers/loopback-mirror.ts';
import { MarketRates } from '../../validation/official/market-rates.ts';
import { requests } from './requests.ts';
import { updateBank } from './update-bank.ts';

/*
 * The US Treasury's lists, from an empty archive on. The server has rows of the lists, and selects them by the day of
 * their list, as the real server does.
 */

type Row = readonly [listed: string, effective: string, label: string, rate: number];

/** Units per 1 USD in the market on a day, by code and label. */
const labels = {
  EUR: 'Euro Zone-Euro',
  JPY: 'Japan-Yen',
  MMK: 'Myanmar-Kyat',
  MXN: 'Mexico-Peso',
  TRY: 'Turkey-New Lira',
};
const marketOn: Record<keyof typeof labels, (date: string) => number> = {
  EUR: (date) => (date < '2026-05-15' ? 0.87 : 0.99),
  JPY: () => 159,
  // The Treasury's rate of the kyat has been another one for years.
  MMK: (date) => (date < '2026-06' ? 2100 : 2250),
  MXN: (date) => (date < '2026-05-20' ? 18 : 20.3),
  TRY: (date) => (date < '2026-06-01' ? 44 : 66),
};
const codes = Object.keys(labels) as (keyof typeof labels)[];
const market = new MarketRates({
  days: datesFrom(dayNumber('2025-03-25'), 720).map((date) => ({
    date,
    rates: new Map([['USD', 1], ...codes.map((code) => [code, marketOn[code](date)] as const)]),
  })),
  comparisons: [],
});
const listOn = (date: string): Row[] =>
  codes.map((code) => [date, date, labels[code], marketOn[code](date) * (code === 'MMK' ? 1.7 : 1)]);

let server: LoopbackMirror;
let rows: Row[];
let ranges: string[];
beforeAll(async () => {
  server = await startMirror((response, { url = '' }) => {
    const [, from = '', until = ''] = /gte:([\d-]+),record_date:lte:([\d-]+)/.exec(url) ?? [];
    ranges.push(`${from}/${until}`);
    const data = rows
      .filter(([listed]) => from <= listed && listed <= until)
      .map(([record_date, effective_date, country_currency_desc, rate]) => {
        return { record_date, effective_date, country_currency_desc, exchange_rate: String(Number(rate.toFixed(3))) };
      });
    response.end(JSON.stringify({ data, meta: { 'total-count': data.length } }));
  });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  rows = ['2025-03-31', '2025-06-30', '2025-09-30', '2025-12-31', '2026-03-31'].flatMap(listOn);
  ranges = [];
});

const bank = { ...usTreasury, tables: [{ ...usTreasury.tables[0], firstDay: '2025-03-31' }] as const };

async function run(known: OfficialRates, now: string): Promise<OfficialRates> {
  const options = {
    address: server.url,
    requests,
    market,
    now: `${now}T12:00:00.000Z` as Instant,
    limits: { tries: 1 },
  };
  return (await updateBank(bank, new Map([[bank.key, known]]), options)).get(bank.key) ?? expect.fail();
}
/** The lists up to March 2026. */
const begun = async () => run(await run(noRatesYet, '2026-04-20'), '2026-04-20');
const datesOf = ({ days }: OfficialRates) => days.map(({ date }) => date);
const ratesOn = ({ days }: OfficialRates, date: string) =>
  Object.fromEntries(days.find((day) => day.date === date)?.rates ?? []);
const healthy = { doubts: [], problem: null };

describe('the US Treasury’s lists', () => {
  it('are complete after the first run, and are requested from four months before each year on', async () => {
    const known = await run(noRatesYet, '2026-04-20');
    expect(datesOf(known)).toEqual(['2025-03-31', '2025-06-30', '2025-09-30', '2025-12-31', '2026-03-31']);
    expect(known).toMatchObject({ problem: null, asked_from: '2025-03-31' });
    // The first list of a year is alone in its response, so only the next run can compare it with earlier lists.
    expect(await run(known, '2026-04-21')).toMatchObject(healthy);
    expect(ranges.slice(0, 2)).toEqual(['2025-08-31/2026-04-20', '2024-11-28/2025-12-31']);
  });

  it('have another whole list from the day of an amendment on, although other rates have moved in the market', async () => {
    const known = await begun();
    rows.push(['2026-03-31', '2026-05-29', labels.MXN, 20.5]);
    const amended = await run(known, '2026-06-02');
    expect(datesOf(amended).at(-1)).toBe('2026-05-29');
    expect(ratesOn(amended, '2026-05-29')).toEqual({ ...ratesOn(known, '2026-03-31'), MXN: 20.5 });
    expect(amended).toMatchObject(healthy);
  });

  it('are published at once if a rate moved by half and the market has moved, too, or always has another rate', async () => {
    const known = await begun();
    rows.push(...listOn('2026-06-30'));
    const next = await run(known, '2026-07-06');
    expect(next).toMatchObject(healthy);
    expect(ratesOn(next, '2026-06-30')).toEqual({ EUR: 0.99, JPY: 159, MMK: 3825, MXN: 20.3, TRY: 66 });
  });

  it('lack a rate that is wrong by a factor of 100, until the Treasury corrects it', async () => {
    const known = await begun();
    const wrong = listOn('2026-06-30').map((row): Row =>
      row[2] === labels.JPY ? [row[0], row[1], row[2], 1.59] : row,
    );
    rows.push(...wrong);
    const next = await run(known, '2026-07-06');
    expect(ratesOn(next, '2026-06-30')).toEqual({ EUR: 0.99, MMK: 3825, MXN: 20.3, TRY: 66 });
    expect(next.doubts).toMatchObject([{ date: '2026-06-30', code: 'JPY', reason: 'implausible', value: 1.59 }]);
    rows = [...rows.slice(0, -wrong.length), ...listOn('2026-06-30')];
    const corrected = await run(next, '2026-07-07');
    expect([corrected.doubts, ratesOn(corrected, '2026-06-30')['JPY']]).toEqual([[], 159]);
  });

  it('are requested in January without a problem, before the first list of the year and with its first amendment', async () => {
    rows.push(...['2026-06-30', '2026-09-30'].flatMap(listOn));
    const known = await run(noRatesYet, '2026-12-30');
    const inJanuary = await run(known, '2027-01-04');
    expect(inJanuary).toMatchObject({ ...healthy, days: known.days });
    rows.push(...listOn('2026-12-31'));
    const withList = await run(inJanuary, '2027-01-08');
    expect([datesOf(withList).at(-1), withList.problem]).toEqual(['2026-12-31', null]);
    rows.push(['2026-12-31', '2027-02-12', labels.EUR, 0.88]);
    const amended = await run(withList, '2027-02-15');
    expect([datesOf(amended).at(-1), amended.problem]).toEqual(['2027-02-12', null]);
  });

  it('with a currency of an unknown name have the other rates, and the name is reported until it’s known', async () => {
    const known = await begun();
    rows.push(...listOn('2026-06-30'), ['2026-06-30', '2026-06-30', 'Atlantis-Crown', 7.5]);
    const next = await run(known, '2026-07-06');
    const doubt = { date: '2026-06-30', reason: 'unknown_name', code: null, value: null, since: '2026-07-06' };
    expect(next).toMatchObject({ doubts: [doubt], problem: null });
    expect(Object.keys(ratesOn(next, '2026-06-30'))).toEqual(codes);
    expect((await run(next, '2026-08-06')).doubts).toEqual([doubt]);
    rows.pop();
    expect((await run(next, '2026-08-07')).doubts).toEqual([]);
  });
});
