import { describe, expect, it } from 'vitest';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { ArchivedDay } from '../../../src/archive/archive.ts';
import type { Comparison } from '../../../src/archive/comparison.ts';
import { recordedArchive, recordedOfficialDays } from '../../../src/publish/recorded-archive.ts';
import { catalogue as wholeCatalogue } from '../../../src/money/currencies/catalogue.ts';
import { isMetal, withoutMetals } from '../../../src/money/currencies/metals.ts';
import { byDate, dateOfDay, dayNumber, type IsoDate } from '../../../src/money/calendar.ts';
import { ecb } from '../../../src/sources/banks/ecb.ts';
import { wrongValues } from '../../../src/testing/data/wrong-values.ts';
import { compare, type WitnessResponse } from '../../../src/validation/compare-witnesses.ts';
import { officialWitness } from './official-witness.ts';
import { ValidatedArchive } from '../../../src/validation/validate-archive.ts';
import { type Replay, replay, scoreReplay } from './replay-datasets.ts';

const catalogue = wholeCatalogue.filter(({ type }) => type !== 'metal');
const recorded = recordedArchive().days.map(({ date, rates }) => ({ date, rates: withoutMetals(rates) }));
const wrong = wrongValues.filter(({ code }) => !isMetal(code));
const replayed = replay(recorded, catalogue);
const seedOf = (text: string) =>
  Array.from(text, (sign) => sign.charCodeAt(0)).reduce((hash, code) => Math.imul(hash ^ code, 16_777_619), 0x811c9dc5);
const stateOf = ({ published }: Replay['days'][number], code: string) => published.quality.get(code)?.state ?? 'ok';

describe('replay of recorded datasets (simulates the publishes of past days)', () => {
  it('refuses no dataset', () => {
    const { days, refused } = replayed;
    expect(refused).toEqual([]);
    expect(days.map(({ date }) => date)).toEqual(recorded.map(({ date }) => date));
  });

  it('publishes no value that is off by more than 20%', () => {
    const score = scoreReplay(replayed, wrong);
    expect(score.farOff).toEqual([]);
    expect(score.off.length).toBeLessThanOrEqual(4);
    expect(score.falseHolds.length).toBeLessThanOrEqual(30);
    expect(score.longestFalseHold).toBeLessThanOrEqual(10);
    expect(score.overlooked.length).toBeLessThanOrEqual(1);
  });

  it.each([
    ['EGP', '2024-03-10'],
    ['SYP', '2026-01-10'],
    ['IRR', '2026-01-10'],
    ['LYD', '2026-01-30'],
  ])('in retrospect, rejects no value of %s after its real change of level on %s', (code, from) => {
    const { rejected } = replayed;
    const to = code === 'SYP' ? '2026-08-12' : '9999';
    expect(rejected.filter((value) => value.code === code && value.date >= from && value.date <= to)).toEqual([]);
  });

  const gaps = (['2024-06-10', '2025-12-06'] as const).flatMap((date) =>
    [30, 60, 187].map((days) => [date, days] as const),
  );
  it.each(gaps)(
    'publishes none of the wrong values of %s even without the datasets of the %d days before',
    (date, gap) => {
      const begin = dateOfDay(dayNumber(date) - gap);
      const sparse = recorded.filter((day) => day.date <= begin || day.date >= date);
      // The archive begins less than 187 days before 2024-06-10, so its first day is kept as the only earlier day.
      const days = sparse[0]?.date === date ? [...recorded.slice(0, 1), ...sparse] : sparse;
      const at = days.findIndex((day) => day.date === date);
      const [day, next] = replay(days.slice(0, at + 2), catalogue).days.slice(at);
      if (!day || !next) expect.fail();
      const wrongOn = (of: IsoDate) => wrong.filter((value) => value.date === of).map(({ code }) => code);
      expect(wrongOn(date).filter((code) => ['ok', 'accepted'].includes(stateOf(day, code)))).toEqual([]);
      const right = wrongOn(date).filter((code) => !wrongOn(next.date).includes(code));
      expect(right.length).toBeGreaterThan(2);
      expect(right.filter((code) => stateOf(next, code) !== 'ok')).toEqual([]);
    },
  );
});

describe('replay of recorded datasets with witnesses (sources for cross-checks)', () => {
  const rightOf = new Map(wrong.map(({ date, code, right }) => [`${date} ${code}`, right]));
  const official = officialWitness(ecb, recordedOfficialDays(ecb, ecb.tables[0]));
  const officialCodes = new Set(
    recorded.flatMap(({ date }) => official(date).flatMap(({ rates }) => [...(rates ?? [])].map(([code]) => code))),
  );
  const without = scoreReplay(replayed, wrong);
  const said = (answersOn: (date: IsoDate) => readonly WitnessResponse[]): Comparison[] =>
    recorded.flatMap((day) => compare(day, answersOn(day.date), `${day.date}T06:00:00.000Z`).comparisons);
  /**
   * A simulated witness for the currencies without official rates. It has the right rates with a scatter of 0.5%. The
   * rates are a day late, and there are none on weekends. One rate in 50 is wrong by `factor`.
   */
  const simulated =
    (seed: number, factor = 1.2) =>
    (date: IsoDate): WitnessResponse[] => {
      let asOf = dayNumber(date) - 1;
      // 1970-01-01 was a Thursday, so 2 is a Saturday and 3 a Sunday.
      while ([2, 3].includes(asOf % 7)) asOf--;
      const then = recorded.find((day) => day.date >= dateOfDay(asOf));
      const rates = [...(then?.rates ?? [])].flatMap(([code, sourceValue]) => {
        if (code === 'USD' || officialCodes.has(code)) return [];
        const random = xoroshiro128plus(seedOf(`${seed} ${code} ${asOf}`));
        const scatter = 1 + 0.01 * (uniformFloat64(random) - 0.5) * Math.sqrt(3);
        const isWrong = uniformFloat64(random) < 1 / 50;
        const off = isWrong ? (uniformFloat64(random) < 0.5 ? factor : 1 / factor) : 1;
        const right = rightOf.get(`${then?.date} ${code}`) ?? sourceValue;
        return [[code, { rate: right * scatter * off, asOf: dateOfDay(asOf) }] as const];
      });
      return [{ witness: 'simulated.example', rates: new Map(rates) }];
    };

  it('makes the same errors as without witnesses if the only witness is the European Central Bank', () => {
    const all = said(official);
    expect(all.length).toBeGreaterThan(2500);
    expect(all.filter(({ ratio }) => Math.abs(ratio - 1) > 0.05).length).toBeLessThan(3);
    expect(scoreReplay(replay(recorded, catalogue, all), wrong)).toEqual(without);
  });

  it('holds no right value for more than one dataset if there are two witnesses', () => {
    const all = [...said(official), ...said(simulated(1))].sort(byDate);
    const { days, ...rest } = replay(recorded, catalogue, all);
    const score = scoreReplay({ days, ...rest }, wrong);
    expect(score.farOff).toEqual([]);
    expect(score.longestFalseHold).toBe(1);
    expect(score.falseHolds.length).toBeLessThan(without.falseHolds.length / 2);
    expect(score.overlooked.length).toBeLessThanOrEqual(1);
    // No value that is off by 5 to 20% is published in two datasets in a row.
    for (const { code } of catalogue) {
      const isOff = days.map(({ date }) => score.off.includes(`${date} ${code}`));
      expect(isOff.some((is, index) => is && isOff[index + 1])).toBe(false);
    }
    const confirmed = days.find(({ date }) => date === '2026-01-10')?.published.quality.get('IRR');
    expect(confirmed).toMatchObject({ state: 'accepted', reason: 'confirmed' });
  });

  it.each([
    ['20%', 1.2],
    ['a factor of 3', 3],
    ['a factor of 8', 8],
  ])(
    'publishes no more wrong values than without witnesses, even if one in 50 of the witness’s rates is wrong by %s',
    (_, factor) => {
      const all = said(simulated(2, factor));
      const { comparisons, ...rest } = replay(recorded, catalogue, all);
      const score = scoreReplay({ comparisons, ...rest }, wrong);
      expect([...score.farOff, ...score.off].filter((value) => !without.off.includes(value))).toEqual([]);
      expect(score.falseHolds.filter((value) => !without.falseHolds.includes(value))).toEqual([]);
      // Few comparisons are kept: one value in 50 is disputed, each dispute ends, and few values are in doubt.
      expect(comparisons.length).toBeLessThan(0.06 * all.length);
    },
  );
});

describe('replay (validates past datasets, day by day)', () => {
  const base = recorded.at(-100) ?? expect.fail();
  /** A dataset for each day, with factors applied to the recorded rates. */
  const datasets = (rows: readonly Record<string, number>[]): ArchivedDay[] =>
    rows.map((factors, index) => ({
      date: dateOfDay(dayNumber('2026-01-01') + index),
      rates: new Map([...base.rates].map(([code, rate]) => [code, rate * (factors[code] ?? 1)])),
    }));
  const broken = Object.fromEntries(catalogue.slice(1).map(({ code }) => [code, 30]));

  it('validates each dataset with only the days before it', () => {
    const rows = datasets([{}, { ZMW: 2 }, { ZMW: 2 }, { ZMW: 2 }, { ZMW: 2 }]);
    const { days, rejected } = replay(rows, catalogue);
    expect(days.map((day) => stateOf(day, 'ZMW'))).toEqual(['ok', 'held', 'held', 'accepted', 'ok']);
    expect(days.map(({ published }) => published)).toEqual(
      new ValidatedArchive({ days: rows, comparisons: [] }, catalogue).days(),
    );
    expect(rejected).toEqual([]);
  });

  it('lists the past datasets that a publish would have refused', () => {
    const rows = datasets([{}, broken, { EUR: 1.01 }, broken, { EUR: 1.01 }]);
    const { days, refused, rejected } = replay(rows, catalogue);
    expect(refused.map(({ date, reason }) => [date, reason.slice(0, 39)])).toEqual([
      ['2026-01-02', 'its rates are off by one and the same f'],
      ['2026-01-04', 'its rates are off by one and the same f'],
    ]);
    expect(days.map(({ date, rates }) => ({ date, rates }))).toEqual(rows);
    expect(days.map(({ published }) => published)).toEqual(
      new ValidatedArchive({ days: rows, comparisons: [] }, catalogue).days(),
    );
    expect(new Set(rejected.map(({ date }) => date))).toEqual(new Set(['2026-01-02', '2026-01-04']));
  });
});

describe('scoreReplay (counts the wrong values that would have been published on past days)', () => {
  const held = {
    state: 'held' as const,
    reason: 'implausible_move' as const,
    since: '2026-01-01' as const,
    published_as_of: null,
    basis: null,
    agreeing_datasets: 1,
    needed_datasets: null,
    bound: null,
    witnesses: [],
    ends_by: null,
  };
  /** A row per day: the source value of a currency, and its state. */
  const replayOf = (
    rows: readonly (readonly [source_value: number, state: 'ok' | 'held' | 'accepted' | 'omitted' | 'frozen'])[],
    rejected: Replay['rejected'] = [],
  ): Replay => ({
    days: rows.map(([sourceValue, state], index) => ({
      date: dateOfDay(dayNumber('2026-01-01') + index),
      rates: new Map([['ZMW', sourceValue]]),
      published: {
        rates: new Map(),
        quality: new Map(
          state === 'ok' ? [] : [['ZMW', { ...held, state, published: null, source_value: sourceValue }]],
        ),
      },
    })),
    refused: [],
    comparisons: [],
    rejected,
  });
  const perfect = { farOff: [], off: [], falseHolds: [], longestFalseHold: 0, overlooked: [] };
  const rejected = { date: '2026-01-01' as const, code: 'ZMW', value: 1, reason: 'implausible_move' as const };
  const right = { date: '2026-01-01' as const, code: 'ZMW', right: 100 };

  it.each<[string, number, 'ok' | 'held' | 'accepted' | 'omitted' | 'frozen', Partial<ReturnType<typeof scoreReplay>>]>(
    [
      ['counts a value as right if it is 1.05 times the right value', 105, 'ok', {}],
      ['counts a value as “off” if it is over 1.05 times the right value', 105.1, 'ok', { off: ['2026-01-01 ZMW'] }],
      ['counts a value as “off” if the right value is over 1.05 times it', 95.2, 'ok', { off: ['2026-01-01 ZMW'] }],
      ['counts a value as “off” if it is 1.2 times the right value', 120, 'ok', { off: ['2026-01-01 ZMW'] }],
      [
        'counts a value as “far off” if it is over 1.2 times the right one',
        120.1,
        'ok',
        { farOff: ['2026-01-01 ZMW'] },
      ],
      [
        'counts a value as “far off” if the right value is over 1.2 times it',
        83.3,
        'ok',
        { farOff: ['2026-01-01 ZMW'] },
      ],
      ['counts an accepted value as “far off” if it is doubled', 200, 'accepted', { farOff: ['2026-01-01 ZMW'] }],
      ['counts a frozen value as “far off” if it is doubled', 200, 'frozen', { farOff: ['2026-01-01 ZMW'] }],
      ['doesn’t count a wrong value that is held', 200, 'held', {}],
      ['doesn’t count a wrong value that is omitted', 200, 'omitted', {}],
    ],
  )('%s', (_, sourceValue, state, score) => {
    expect(scoreReplay(replayOf([[sourceValue, state]], [rejected]), [right])).toEqual({ ...perfect, ...score });
    const overlooked = ['2026-01-01 ZMW'];
    expect(scoreReplay(replayOf([[sourceValue, state]]), [right])).toEqual({ ...perfect, ...score, overlooked });
  });

  it('lists the source’s right values that weren’t published', () => {
    const replayed = replayOf([
      [1, 'ok'],
      [2, 'held'],
      [2, 'omitted'],
      [2, 'accepted'],
      [1, 'held'],
    ]);
    expect(scoreReplay(replayed, [])).toEqual({
      ...perfect,
      falseHolds: ['2026-01-02 ZMW', '2026-01-03 ZMW', '2026-01-05 ZMW'],
      longestFalseHold: 2,
    });
  });
});
