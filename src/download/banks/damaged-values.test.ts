import { beforeAll, describe, expect, it } from 'vitest';
import { noRatesYet, type OfficialRates } from '../../archive/official-rates.ts';
import { dateOfDay, datesFrom, dayNumber, type Instant, type IsoDate } from '../../money/calendar.ts';
import { needsConfirmation } from '../../sources/bank.ts';
import { bankTables } from '../../sources/banks.ts';
import { type BankRow, textsOf } from '../../testing/data/bank-bodies.ts';
import { histories, listingsOn, referenceOn, type TableKey } from '../../testing/data/bank-history.ts';
import { usdPriceOf } from '../../testing/data/usd-prices.ts';
import { noOtherBanks } from '../../testing/data/no-market.ts';
import { present } from '../../text/present.ts';
import { MarketRates } from '../../validation/official/market-rates.ts';
import { withBankResponse } from '../../validation/official/official-rules.ts';
import { requestsOf } from './requests.ts';

/*
 * A bank's responses have damaged values of one day. First, each table's parser reads each damage. Then the bank repairs
 * the values after one day, or after ten, and after each check, the published rates are compared with a plain reading of
 * the rules: `read` below. The rules are the same for all tables, so here a table in CSV and a table in JSON have each
 * damage, on one day only. `scripts/lab/banks/damages.lab.ts` tests all tables and days, which takes minutes.
 */

/** A Wednesday, on which also the weekly table is published, and the day before. */
const [DAMAGED_FROM, BEFORE] = ['2026-06-03', '2026-06-02'] as const;
/** The day that's damaged of a table that has no rates on that Wednesday. */
const otherDays: Partial<Record<TableKey, IsoDate>> = { 'us-treasury': '2026-06-30' };
/** With so many currencies, three values are less than a fifth of a day's. Some banks have fewer. */
const CURRENCIES = 16;

/** A currency's value on a day, for 1 unit; null if it's unreadable. */
type Readings = ReadonlyMap<string, number | null>;
type Published = Map<IsoDate, Map<string, number>>;

/** What a damage does to the rows of some currencies on a day. @param all all rows of the day */
type Damage = (damaged: readonly BankRow[], all: readonly BankRow[]) => readonly BankRow[];
const each =
  (change: (row: BankRow, place: number, all: readonly BankRow[]) => Partial<BankRow>): Damage =>
  (damaged, all) =>
    all.map((row) => {
      const place = damaged.indexOf(row);
      return place === -1 ? row : { ...row, ...change(row, place, all) };
    });
const times = (factor: number) =>
  each(({ value }) => ({ value: String(Number((Number(value) * factor).toPrecision(9))) }));
const setValue = (value: string) => each(() => ({ value }));
const another = (row: BankRow, all: readonly BankRow[], step: number) =>
  present(all[(all.indexOf(row) + step + all.length) % all.length], 'row');

const damages: Readonly<Record<string, Damage>> = {
  'has 10 times the values': times(10),
  'has a hundredth of the values': times(0.01),
  'has the values plus a tenth': times(1.1),
  'has the values plus a hundredth': times(1.01),
  'has the inverse values': each(({ value, units }) => ({
    value: String(Number((units / Number(value)).toPrecision(6))),
    units: 1,
  })),
  'has the next currency’s values': each((row, _, all) => {
    const { value, units } = another(row, all, 1);
    return { value, units };
  }),
  'has the values exchanged in pairs': (damaged, all) => {
    const others = damaged.map(
      (row, place) => damaged[place % 2 === 0 ? place + 1 : place - 1] ?? another(row, all, -1),
    );
    return all.map((row) => {
      const [to, from] = [damaged.indexOf(row), others.indexOf(row)];
      const other = to !== -1 ? others[to] : from !== -1 ? damaged[from] : undefined;
      return other ? { ...row, value: other.value, units: other.units } : row;
    });
  },
  'has negative values': each(({ value }) => ({ value: `-${value}` })),
  'has zeros in place of the values': setValue('0'),
  'has infinite values': setValue('1e999'),
  'has text in place of the values': setValue('"n.a."'),
  'lacks the values': (damaged, all) => all.filter((row) => !damaged.includes(row)),
  'has the values twice and different': (damaged, all) => [
    ...all,
    ...damaged.map((row) => ({ ...row, value: String(Number(row.value) + 1) })),
  ],
  'has the values without a currency': each(() => ({ code: 'n/a' })),
};

/** The rules as a person would explain them. The market has the right rates, so it contradicts what is more than 5% off. */
function read(
  published: Published,
  {
    day,
    rows,
    right,
    today,
    since,
    isOverHttp,
  }: {
    /** The day that is damaged. */
    readonly day: IsoDate;
    readonly rows: readonly BankRow[];
    readonly right: Published;
    readonly today: IsoDate;
    /** When each doubt that can end within the test began. */
    readonly since: Map<string, IsoDate>;
    /** Whether the market must confirm a value. Then wrong values of old days aren't changes. */
    readonly isOverHttp: boolean;
  },
): void {
  const lasts = (doubt: string, days: number) => {
    if (!since.has(doubt)) since.set(doubt, today);
    return dayNumber(today) - dayNumber(present(since.get(doubt), doubt)) < days;
  };
  const hasLasted = (doubt: string, days: number) => since.has(doubt) && !lasts(doubt, days);
  const readings = readingsOf(rows.filter(({ date }) => date === day));
  const isRight = (code: string, value: number) =>
    Math.abs(Math.log(value / (right.get(day)?.get(code) ?? NaN))) <= Math.log(1.05);
  const before = published.get(day);
  const newest = present([...published.keys()].sort().at(-1), 'day');
  if (before && readings && dayNumber(newest) - dayNumber(day) > 14) {
    const changed = [...before].filter(([code, value]) => {
      const read = readings.get(code);
      const isUnconfirmed = isOverHttp && read !== undefined && read !== null && !isRight(code, read);
      return read !== null && read !== value && !isUnconfirmed;
    });
    if (readings.size > 0 && changed.length > 10) return;
  }
  for (const { date } of rows) if (date !== day) published.set(date, present(right.get(date), date));

  // The file lacks the day.
  if (readings?.size === 0) {
    if (before && !lasts('day', 3)) published.delete(day);
    return;
  }
  if (!readings || [...readings.values()].every((value) => value === null)) return;
  const next = new Map<string, number>();
  let inDoubt = 0;
  for (const code of new Set([...readings.keys(), ...(before?.keys() ?? [])])) {
    const [value, old] = [readings.get(code), before?.get(code)];
    const isAbsent = value === undefined && !hasLasted(code, 3);
    const isWrong = value === null || (value !== undefined && value !== old && !isRight(code, value));
    if (isAbsent || isWrong) inDoubt++;
    const taken = isAbsent || isWrong ? old : (value ?? undefined);
    if (taken !== undefined) next.set(code, taken);
  }
  const currencies = present(right.get(day), day).size;
  const lacking = currencies - readings.size;
  if (!before && lacking > Math.max(3, currencies / 10) && lasts('incomplete', 2)) return;
  if (inDoubt > 3 || inDoubt > new Set([...readings.keys(), ...(before?.keys() ?? [])]).size / 5) return;
  for (const code of before?.keys() ?? []) if (!readings.has(code)) lasts(code, 3);
  published.set(day, next);
}

/** The values of a day; undefined if a row of the day has no currency. */
function readingsOf(rows: readonly BankRow[]): Readings | undefined {
  if (rows.some(({ code }) => code === 'n/a')) return undefined;
  return new Map(
    Array.from(
      Map.groupBy(rows, ({ code }) => code),
      ([code, ofCode]) => {
        const [value = NaN, ...others] = new Set(
          ofCode.map(({ value, units }) => Number((Number(value) / units).toPrecision(12))),
        );
        return [code, Number.isFinite(value) && value > 0 && others.length === 0 ? value : null];
      },
    ),
  );
}

/** Whether a table's responses have no place for a row without a currency: a request or a series' number names it. */
const hasNoRowsWithoutCurrency = (key: TableKey) => /^(bcb|sedlabanki)/.test(key);

/** The rows that a table's parser sees. The Federal Reserve's series without a known currency are left out. */
const seenBy = (key: TableKey, rows: readonly BankRow[]) =>
  key === 'fed-h10' ? rows.filter(({ code }) => code !== 'n/a') : rows;

const areAllTested = process.env['ALL_DAMAGES'] !== undefined;

const cases = bankTables
  .filter(({ table }) => table.key in histories)
  .map(({ bank, table }) => ({
    key: table.key as TableKey,
    bank,
    table: { ...table, firstDay: '2025-05-01' as const },
  }));

/** The right rows of some dates, of currencies that the bank has quoted since 2025 at least. */
function rowsOf(key: TableKey, dates: readonly IsoDate[]): readonly BankRow[] {
  const quoted = listingsOn(histories[key], dayNumber(DAMAGED_FROM))
    .filter(
      ({ first, code }) =>
        first < dayNumber('2025-01-01') && !code.startsWith('X') && !/^(I44|TWI|BYN|BGN)$/.test(code),
    )
    .slice(0, CURRENCIES);
  return dates
    .filter((date) => histories[key].fixedOn(dayNumber(date)) !== null)
    .flatMap((date) => {
      const day = dayNumber(date);
      const fixed = present(histories[key].fixedOn(day), date);
      const reference = referenceOn(histories[key], day);
      return quoted.map(({ code, units, valueOn }) => ({
        ...{ date, code, units, value: valueOn(fixed) ?? present(valueOn(fixed - 1), code) },
        ...(reference !== undefined && { reference }),
      }));
    });
}

describe.each(cases)('a response of the table $key', ({ key }) => {
  const date = otherDays[key] ?? DAMAGED_FROM;
  const rows = rowsOf(key, [date]);

  it.each(Object.entries(damages))('that %s has the other values', (name, damage) => {
    for (const count of [1, 3, 10, CURRENCIES]) {
      const all = damage(rows.slice(0, count), rows);
      const damaged = seenBy(key, all);
      const readings = readingsOf(damaged);
      const readable = [...(readings ?? [])].filter(([, value]) => value !== null).sort();
      const unreadable = [...(readings ?? [])].flatMap(([code, value]) => (value === null ? [code] : [])).sort();
      const isLost = damaged.length > 0 && readable.length === 0;
      const parse = () => requestsOf(key).parse(...textsOf(key, all));
      // The European Central Bank's CSV has no place for a row without a currency. Files of all days aren't empty.
      const isWithout = key === 'ecb' && name.endsWith('without a currency');
      if (isWithout || ((key === 'ecb' || key === 'fed-h10') && damaged.length === 0)) {
        expect(parse).toThrow(RangeError);
        continue;
      }
      if (hasNoRowsWithoutCurrency(key) && name.endsWith('without a currency')) continue;
      const { days, unreadable: codes } = parse();
      expect([count, days.map(({ date, rates }) => [date, [...rates]]), codes]).toEqual([
        count,
        readable.length === 0 ? [] : [[date, readable]],
        (isLost ? [null] : unreadable).map((code) => ({ date, code })),
      ]);
    }
  });
});

const followed = cases.filter(({ key }) => areAllTested || key === 'ecb' || key === 'nbu');

describe.each(followed)('after a response of the table $key', ({ key, bank, table }) => {
  const lastOn = (today: IsoDate) => (table.rhythm === 'calendar days' ? dateOfDay(dayNumber(today) + 1) : today);
  const newest = lastOn(DAMAGED_FROM);
  const targets = {
    'the newest day': newest,
    'a week ago': dateOfDay(dayNumber(newest) - 7),
    'a year ago': dateOfDay(dayNumber(newest) - 364),
  };
  /** The right rows: of some weeks around each of these days, so that the tests take little time. */
  let rows: readonly BankRow[];
  let right: Published;
  let market: MarketRates;
  let start: OfficialRates;
  beforeAll(() => {
    const dates = [...datesFrom(dayNumber(newest) - 378, 28), ...datesFrom(dayNumber(newest) - 21, 35)];
    rows = rowsOf(key, dates);
    const codes = [bank.base, ...rows.map(({ code }) => code), 'USD', 'EUR'];
    market = new MarketRates({
      days: datesFrom(dayNumber(newest) - 400, 420).map((date) => ({
        date,
        rates: new Map(codes.map((code) => [code, 1 / usdPriceOf(code)(dayNumber(date))])),
      })),
      comparisons: [],
    });
    right = new Map(
      [...Map.groupBy(rows, ({ date }) => date)].map(([date, ofDay]) => [
        date,
        readingsOf(ofDay) as Map<string, number>,
      ]),
    );
    start = check(noRatesYet, BEFORE, rows);
    expect(publishedOf(start)).toEqual(linesOf(rightUntil(lastOn(BEFORE))));
  });
  const rightUntil = (last: IsoDate) =>
    new Map([...right].filter(([date]) => date <= last).map(([date, values]) => [date, new Map(values)]));
  const linesOf = (published: Published) =>
    [...published]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([date, values]) => `${date} ${[...values].sort(([one], [other]) => (one < other ? -1 : 1)).join(' ')}`);
  const publishedOf = ({ days }: OfficialRates) => days.map(({ date, rates }) => `${date} ${[...rates].join(' ')}`);

  /** A check in the afternoon of a day. An unusable response changes nothing. */
  function check(known: OfficialRates, today: IsoDate, rows: readonly BankRow[]): OfficialRates {
    const published = rows.filter(({ date }) => date <= lastOn(today));
    const asked = [table.firstDay, lastOn(today)] as const;
    const context = {
      bank,
      table,
      asked,
      now: `${today}T16:17:00.000Z` as Instant,
      market,
      otherBanks: noOtherBanks,
      isDistrusted: false,
    };
    try {
      return {
        ...withBankResponse(known, requestsOf(key).parse(...textsOf(key, published)), context),
        asked_from: table.firstDay,
      };
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError);
      return known;
    }
  }

  const possible = Object.entries(damages).filter(
    ([name]) => !hasNoRowsWithoutCurrency(key) || !name.endsWith('without a currency'),
  );
  describe.each(possible)('that %s', (name, damage) => {
    const turn = Object.keys(damages).indexOf(name) + followed.findIndex((each) => each.key === key);
    const tested = Object.entries(targets).filter((_, place) => areAllTested || place === turn % 3);
    it.each(tested)('of %s publishes what a plain reading of the rules says', (_, day) => {
      for (const count of [1, 3, 10, CURRENCIES]) {
        for (const days of [1, 10]) {
          let known = start;
          const [expected, since] = [rightUntil(lastOn(BEFORE)), new Map<string, IsoDate>()];
          const ofDay = rows.filter(({ date }) => date === day);
          const damaged = [
            ...rows.filter(({ date }) => date < day),
            ...damage(ofDay.slice(0, count), ofDay),
            ...rows.filter(({ date }) => date > day),
          ];
          for (let past = 0; past <= days; past++) {
            const today = dateOfDay(dayNumber(DAMAGED_FROM) + past);
            const isDamaged = past < days;
            known = check(known, today, isDamaged ? damaged : rows);
            const isUnusable = key === 'ecb' && name.endsWith('without a currency');
            const file = seenBy(key, isDamaged ? damaged : rows).filter(({ date }) => date <= lastOn(today));
            if (isDamaged && !isUnusable)
              read(expected, { day, rows: file, right, today, since, isOverHttp: needsConfirmation(bank) });
            const after = isDamaged ? expected : rightUntil(lastOn(today));
            // A comparison of long texts takes less time than of maps.
            expect([count, days, today, ...publishedOf(known)].join('\n')).toBe(
              [count, days, today, ...linesOf(after)].join('\n'),
            );
            if (!isDamaged) expect(known.doubts).toEqual([]);
          }
        }
      }
    });
  });
});
