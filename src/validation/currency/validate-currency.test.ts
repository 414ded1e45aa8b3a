import { EARLIEST, type IsoDate } from '../../money/calendar.ts';
import { composedProvider } from '../../sources/provider.ts';
import { MAX_HELD_DAYS } from '../snapshot/quality.ts';
import { describe, expect, it } from 'vitest';
import { type Cell, factsOf, sourceValuesOf } from '../../testing/data/source-values.ts';
import { hasJustBeenAt } from './moves.ts';
import type { CurrencyFacts, Decision } from './source-value.ts';
import { validateCurrency } from './validate-currency.ts';

const signs = { ok: '.', held: 'h', accepted: 'A', omitted: 'o', frozen: 'F' };
const stateOf = (decision: Decision) => (decision === 'ok' ? 'ok' : decision.state);

type Arguments = [currency: CurrencyFacts, cells: readonly Cell[], place?: Parameters<typeof sourceValuesOf>[1]];
const decisionsOf = (...[currency, cells, place]: Arguments) =>
  validateCurrency(currency, sourceValuesOf(cells, place)).decisions;

/** The decisions, one character each: `.` ok, `h` held, `A` accepted, `o` omitted, `F` frozen. */
const decided = (...of: Arguments) =>
  decisionsOf(...of)
    .map((decision) => signs[stateOf(decision)])
    .join('');

const reasons = (...of: Arguments) =>
  decisionsOf(...of).map((decision) => (decision === 'ok' ? 'ok' : `${decision.state} ${decision.reason}`));

const minor = factsOf('minor');
const peg = factsOf('peg', { parityFactor: 1.02 });
const repeated = (value: number | null, count: number): (number | null)[] => Array.from({ length: count }, () => value);
const alternating = (...values: readonly [number, number]) =>
  Array.from({ length: 32 }, (_, day) => values[day % 2] ?? NaN);

describe('largest plausible change of a rate', () => {
  it.each<[string, CurrencyFacts['volatility'], number, number]>([
    ['a major currency 1 day', 'major', 1, 1.03],
    ['a minor currency 4 days', 'minor', 4, 1.1025],
    ['a minor currency 60 days', 'minor', 60, 1.2762],
    ['a crypto asset 30 days', 'crypto', 30, 10.4857],
  ])('is a factor of $3 for $0 after the last good rate', (_, volatility, days, bound) => {
    for (const factor of [bound, 1 / bound, 1]) expect(decided(factsOf(volatility), [1, [days, factor]])).toBe('..');
    for (const factor of [bound * 1.0001, 1 / (bound * 1.0001), 1e4, 1e-6]) {
      expect(decided(factsOf(volatility), [1, [days, factor]])).toBe(days > MAX_HELD_DAYS ? '.o' : '.h');
    }
  });

  it('is measured from the last good rate, not from a value in doubt', () => {
    expect(decided(minor, [1, null, null, null, 1.1])).toBe('.hhh.');
    expect(decided(minor, [1, 50, 3, 50, 1.1])).toBe('.hhh.');
    expect(decided(minor, [1, 1.1])).toBe('.h');
    expect(decisionsOf(minor, [1, 1, 1, 4]).at(-1)).toMatchObject({ bound: 1.05 });
  });
});

describe('random rates of a thousand days', () => {
  it.each<[string, CurrencyFacts['volatility'], string, number]>([
    ['a stablecoin', 'stablecoin', '4%', 0.04],
    ['a major currency', 'major', '2%', 0.02],
    ['a minor currency', 'minor', '4%', 0.04],
    ['a crypto asset', 'crypto', '35%', 0.35],
  ])('are all published if $0 changes by at most $2 a day', (_, volatility, __, most) => {
    let [random, rate] = [1, 1];
    const walk = Array.from({ length: 1000 }, () => {
      // A minimal random number generator from -1 to 1 (Park and Miller), with the same days in every run.
      random = (random * 48_271) % 2_147_483_647;
      return (rate *= 1 + most * (random / 1_073_741_823.5 - 1));
    });
    expect(decided(factsOf(volatility), walk)).toBe('.'.repeat(1000));
  });
});

describe('value in doubt (not published until enough datasets agree)', () => {
  it.each<[string, readonly Cell[], string]>([
    ['is published once two datasets agree, if it is 25% above the last good rate', [1, 1.25, 1.25, 1.25], '.hA.'],
    [
      'is published once three datasets agree, if it is 79% below the last rate',
      [1, 0.21, 0.211, 0.209, 0.21],
      '.hhA.',
    ],
    ['is published once ten datasets agree, if it is beyond a factor of 5', [1, ...repeated(5.1, 11)], '.hhhhhhhhhA.'],
    ['isn’t published while datasets alternate between it and the last good rate', [1, 1.2, 1, 1.2, 1], '.h.h.'],
    ['needs two agreeing datasets, not three, once it is within 25% of the last good rate', [1, 1.28, 1.24], '.hA'],
    ['restarts its count of agreeing datasets after a dataset with another value', [1, 4, 4, 2, 2, 2], '.hhhhA'],
    ['restarts its count of agreeing datasets after a dataset without a value', [1, 4, 4, null, 4, 4, 4], '.hhhhhA'],
    ['restarts its count of agreeing datasets after a dataset with the last good rate', [1, 4, 1, 4, 4, 4], '.h.hhA'],
    ['is published once three datasets agree, even if it changes by 4% a day', [1, 4, 4.16, 4.32], '.hhA'],
    ['isn’t published while it changes by more than 5% a day', [1, 3, 3.2, 3.4, 3.6], '.hhhh'],
    ['is published even if it changes by 10% in the four days between datasets', [1, 4, [4, 4.4], [4, 4.8]], '.hhA'],
    ['needs three agreeing datasets even if they are five days apart', [1, 1.3, [5, 1.26], [5, 1.26]], '.hhA'],
    ['becomes the last good rate once it is published', [1, 4, 4, 4, 4.2, 4.4, 1], '.hhA..h'],
    ['is held for 30 days, then omitted, if it alternates', [1, ...alternating(9, 3)], `.${'h'.repeat(30)}oo`],
  ])('%s', (_, cells, decisions) => {
    expect(decided(minor, cells)).toBe(decisions);
  });

  it('gets a state, a reason, dates and the number of agreeing datasets', () => {
    const held = {
      ...{
        state: 'held',
        reason: 'implausible_move',
        since: '2026-03-02',
        published: 1,
        published_as_of: '2026-03-01',
      },
      ...{ basis: 'last_good_rate', witnesses: [] },
    };
    expect(decisionsOf(minor, [1, null, 4, 4.1, 4.2, 4.3])).toEqual([
      'ok',
      {
        ...held,
        reason: 'missing',
        source_value: null,
        agreeing_datasets: 0,
        needed_datasets: 1,
        bound: null,
        ends_by: '2026-04-01',
      },
      { ...held, source_value: 4, agreeing_datasets: 1, needed_datasets: 3, bound: 1.071, ends_by: '2026-03-05' },
      { ...held, source_value: 4.1, agreeing_datasets: 2, needed_datasets: 3, bound: 1.088, ends_by: '2026-03-05' },
      {
        ...{
          state: 'accepted',
          reason: 'datasets_agreed',
          since: '2026-03-05',
          published: 4.2,
          published_as_of: '2026-03-05',
        },
        ...{
          basis: null,
          source_value: 4.2,
          agreeing_datasets: 3,
          needed_datasets: 3,
          bound: 1.103,
          witnesses: [],
          ends_by: '2026-03-06',
        },
      },
      'ok',
    ]);
  });
});

describe('held rate (last good rate, published while the source value is in doubt or missing)', () => {
  it('is omitted if it is more than 30 days old', () => {
    expect(decided(minor, [1, ...[2, 3, 4, 5].map((rate) => [10, rate] as const)])).toBe('.hhho');
    expect(decided(minor, [1, [10, null], [20, null], null, null])).toBe('.hhoo');
    // The result is the same if the days in between have no dataset.
    expect(decided(minor, [1, [400, 2]])).toBe('.o');
  });

  it('is omitted after 30 days, even if 2 datasets already agree on a new rate (10 are needed)', () => {
    const decisions = decisionsOf(minor, [1, [10, null], [20, 7], [1, 7], [1, null]]);
    expect(decisions.slice(1)).toMatchObject([
      { state: 'held', ends_by: '2026-04-01' },
      { state: 'held', agreeing_datasets: 1, needed_datasets: 10, ends_by: '2026-04-01' },
      {
        state: 'omitted',
        agreeing_datasets: 2,
        needed_datasets: 10,
        published: null,
        published_as_of: null,
        basis: null,
        ends_by: '2026-04-09',
      },
      { state: 'omitted', reason: 'missing', agreeing_datasets: 0, needed_datasets: 1, ends_by: null },
    ]);
  });

  it('is still compared with new source values 300 days later, when it is no longer published', () => {
    expect(decided(minor, [1, null, [300, 1.25], null])).toBe('.h.h');
  });

  it('is omitted after more than 30 days, until enough datasets agree on a new rate', () => {
    expect(reasons(minor, [1, [31, 3], 3])).toEqual(['ok', 'omitted no_recent_rate', 'accepted datasets_agreed']);
    expect(reasons(minor, [1, [30, 3], 3]).slice(1)).toEqual(['held implausible_move', 'accepted datasets_agreed']);
    expect(decided(minor, [1, [31, 5.1], ...repeated(5.1, 9)])).toBe('.oooooooooA');
  });
});

describe('currency without an earlier rate', () => {
  it('is published on the archive’s first day', () => {
    expect(decided(minor, [7])).toBe('.');
  });

  it('has an empty validation result if there is no dataset', () => {
    expect(validateCurrency(minor, [])).toEqual({ decisions: [], comparisons: [], disputed: [] });
  });

  it('isn’t published until two datasets agree, if the archive’s first dataset lacks the currency', () => {
    expect(reasons(minor, [null, 7, 70, 70, 70])).toEqual([
      'omitted missing',
      'omitted no_recent_rate',
      'omitted no_recent_rate',
      'accepted datasets_agreed',
      'ok',
    ]);
  });

  it('isn’t published until two datasets agree, if its first rate is listed as wrong', () => {
    const facts = {
      knownFaults: [{ code: 'ZMW', from: '2026-03-01' as const, to: '2026-03-01' as const, reason: '', sources: [] }],
    };
    expect(decided(factsOf('minor', facts), [7, 7, 7])).toBe('ooA');
  });
});

describe('pegged currency (compared with its parity, the official rate to its anchor)', () => {
  it.each<[string, readonly Cell[], string]>([
    ['is valid within 2% of its parity', [100, 102, 98.1, 100], '....'],
    ['is held until 30 datasets agree on a rate off its parity', [100, ...repeated(102.1, 31)], `.${'h'.repeat(29)}A.`],
    ['is held until 30 datasets agree on seven times its parity', [100, ...repeated(700, 31)], `.${'h'.repeat(29)}A.`],
    [
      'is published while it moves back to its parity',
      [100, ...repeated(110, 30), 106, 103, 100],
      `.${'h'.repeat(29)}A...`,
    ],
    ['is held if it leaves its parity a second time', [100, ...repeated(110, 30), 100, 110], `.${'h'.repeat(29)}A.h`],
    ['is omitted until it reaches its parity, if it is off its parity on the first day', [103, 103, 100], 'oo.'],
    ['is held for 30 days, then omitted, if it alternates', [100, ...alternating(110, 130)], `.${'h'.repeat(30)}oo`],
  ])('%s', (_, cells, decisions) => {
    expect(decided(peg, cells, { parity: 100 })).toBe(decisions);
  });

  it('is published at its parity, marked as held, if its value is in doubt or missing', () => {
    const decisions = decisionsOf(peg, [99, 103, null], { parity: 100 });
    expect(decisions.slice(1)).toMatchObject([
      {
        state: 'held',
        reason: 'off_parity',
        published: 100,
        published_as_of: '2026-03-02',
        basis: 'official_parity',
        bound: 1.02,
        needed_datasets: 30,
        ends_by: '2026-03-31',
      },
      {
        state: 'held',
        reason: 'missing',
        published: 100,
        published_as_of: '2026-03-03',
        basis: 'official_parity',
        needed_datasets: 1,
      },
    ]);
  });

  it('is held at its last good rate, not its parity, if the last good rate is 10% off the parity', () => {
    const decisions = decisionsOf(peg, [100, ...repeated(110, 30), 130], { parity: 100 });
    expect(decisions.at(-1)).toMatchObject({
      state: 'held',
      reason: 'implausible_move',
      published: 110,
      basis: 'last_good_rate',
    });
  });

  it('is valid at its parity even if the parity jumps', () => {
    const sourceValues = sourceValuesOf([100, 200, 50]).map((sourceValue) => ({
      ...sourceValue,
      parity: { ...sourceValue, rate: sourceValue.value ?? NaN },
    }));
    expect(validateCurrency(peg, sourceValues).decisions).toEqual(['ok', 'ok', 'ok']);
  });

  it('is valid at up to 5% off its parity if it may officially fluctuate by 5%', () => {
    expect(decided(factsOf('peg', { parityFactor: 1.05 }), [105, 105.1], { parity: 100 })).toBe('.h');
  });

  it('is validated like an unpegged currency while its anchor has no rate', () => {
    expect(decided(peg, [100, 104, 115, 115, 115])).toBe('..hA.');
    const sourceValues = sourceValuesOf([100, 120, 120, 103]).map((sourceValue, index) => ({
      ...sourceValue,
      parity: index < 3 ? null : { ...sourceValue, rate: 100 },
    }));
    expect(validateCurrency(peg, sourceValues).decisions.map(stateOf)).toEqual(['ok', 'held', 'accepted', 'held']);
  });

  it('stays published at an accepted rate 10% off its parity on a day when its anchor has no rate', () => {
    const sourceValues = sourceValuesOf([100, ...repeated(110, 32)], { parity: 100 }).map((sourceValue, index) =>
      index === 31 ? { ...sourceValue, parity: null } : sourceValue,
    );
    expect(validateCurrency(peg, sourceValues).decisions.slice(30)).toMatchObject([{ state: 'accepted' }, 'ok', 'ok']);
  });

  it('is validated like an unpegged currency if it has no parity', () => {
    expect(decided(factsOf('peg'), [100, 104, 108], { parity: 100 })).toBe('...');
  });
});

describe('rate that composed days have only on Wednesdays', () => {
  /** The states on Wednesdays. The other business days lack the rate. */
  const onWednesdays = (rates: readonly number[]) => {
    const cells = rates.flatMap((rate): Cell[] => [rate, null, null, [3, null], null]);
    const sourceValues = sourceValuesOf(cells).map((value) => ({ ...value, source: composedProvider.name }));
    return validateCurrency(minor, sourceValues)
      .decisions.filter((_, index) => sourceValues[index]?.value !== null)
      .map((decision) => signs[stateOf(decision)])
      .join('');
  };

  it.each([
    ['is published on the third Wednesday after a move by 30%', [1, ...repeated(1.3, 4)], '.hhA.'],
    ['is published on the tenth Wednesday after a move to six times the rate', [1, ...repeated(6, 11)], '.hhhhoooooA.'],
    ['isn’t published while it alternates', [1, 1.3, 1, 1.3, 1, 1.3], '.h.h.h'],
  ])('%s', (_, rates, expected) => {
    expect(onWednesdays(rates as number[])).toBe(expected);
  });

  it('counts nothing on days without the rate, although the count goes on with its next value', () => {
    const values = sourceValuesOf([1, 1.3, null, 1.3, null, 1.3]).map((value) => ({
      ...value,
      source: composedProvider.name,
    }));
    const missing = { reason: 'missing', source_value: null, agreeing_datasets: 0, needed_datasets: 1, bound: null };
    const moved = { reason: 'implausible_move', source_value: 1.3, needed_datasets: 3 };
    expect(validateCurrency(minor, values).decisions.slice(1)).toMatchObject([
      { ...moved, agreeing_datasets: 1, ends_by: '2026-03-04' },
      { ...missing, ends_by: '2026-04-01' },
      { ...moved, agreeing_datasets: 2, ends_by: '2026-03-05' },
      { ...missing, ends_by: '2026-04-01' },
      { state: 'accepted', agreeing_datasets: 3 },
    ]);
  });
});

describe('rate before or after a change of source', () => {
  const knownFaults = [
    { code: 'ZMW', from: '2026-03-03' as const, to: '2026-03-04' as const, reason: '', sources: [] },
  ];
  const of = (cells: readonly Cell[], sources: string) =>
    validateCurrency(
      factsOf('minor', { knownFaults }),
      sourceValuesOf(cells).map((sourceValue, index) => ({
        ...sourceValue,
        source: sources[index] === 'b' ? 'b' : undefined,
      })),
    )
      .decisions.map((decision) => signs[stateOf(decision)])
      .join('');

  it.each([
    ['is held until three datasets of the new source agree on a new level', [1, 1.4, 1.4, 1.4, 1.4], '--bbb', '.hhhA'],
    ['is published if the new source’s rate is within 1% of the former’s', [1, 1, 1.01, 1, 1], '--bbb', '.....'],
    ['is held again if the site changes back', [1, 1, 1.4, 1.4, 1.4, 1, 1, 1], '--bbb---', '..hhAhhA'],
    ['is held on days on which the default source is listed as wrong', [1, 1, 1, 1, 1], '-----', '..hh.'],
  ])('%s', (_, cells, sources, expected) => {
    expect(of(cells, sources)).toBe(expected);
  });
});

const fault = (from: IsoDate, to: IsoDate) => ({ code: 'ZMW', from, to, reason: '', sources: [] });

describe('rate on days for which it is listed as wrong', () => {
  const facts = {
    knownFaults: [{ code: 'ZMW', from: '2026-03-02' as const, to: '2026-03-05' as const, reason: '', sources: [] }],
  };

  it('is held on each of these days', () => {
    expect(reasons(factsOf('minor', facts), [1, 1, 3, 3, 3, 3, 3, 3])).toEqual([
      'ok',
      ...Array<string>(4).fill('held known_fault'),
      'held implausible_move',
      'held implausible_move',
      'accepted datasets_agreed',
    ]);
  });

  it('doesn’t count towards a level in doubt, and restarts its count', () => {
    const oneDay = [fault('2026-03-03', '2026-03-03')];
    expect(decided(factsOf('minor', { knownFaults: oneDay }), [1, 4, 4, 4, 4, 4])).toBe('.hhhhA');
  });

  it('has a field ends_by with the day after the last of these days', () => {
    const decisions = decisionsOf(factsOf('minor', facts), [1, 3]);
    expect(decisions[1]).toMatchObject({
      needed_datasets: null,
      agreeing_datasets: 0,
      bound: null,
      ends_by: '2026-03-06',
    });
  });

  it('is held for the reason “known_fault” on these days even if it was already held for another reason before', () => {
    const [past, later] = [fault('2026-02-01', '2026-02-10'), fault('2026-03-04', '2026-03-05')];
    const currency = factsOf('minor', { knownFaults: [past, later] });
    const decisions = decisionsOf(currency, [1, 9, 9, 9, 9]);
    expect(decisions.slice(1).map((decision) => decision !== 'ok' && [decision.reason, decision.ends_by])).toEqual([
      ['implausible_move', '2026-03-11'],
      ['implausible_move', '2026-03-11'],
      ['known_fault', '2026-03-06'],
      ['known_fault', '2026-03-06'],
    ]);
  });

  it('is held even if the currency is pegged and the rate equals its parity', () => {
    const currency = factsOf('peg', { ...facts, parityFactor: 1.02 });
    expect(decided(currency, [1, 1, 1, 1, 1, 1], { parity: 1 })).toBe('.hhhh.');
  });
});

describe('redenomination (a new unit replaces the former unit of a currency)', () => {
  const redenominated = factsOf('minor', {
    redenomination: { code: 'ZMW', date: '2026-01-01', ratio: 100, sources: [] },
  });
  it.each<[string, readonly Cell[], IsoDate, string]>([
    ['causes rates in the new unit to be published on its date', [13000, 130], '2025-12-31', '..'],
    ['is recognized even if the first two days have no value', [13000, null, null, 130], '2025-12-31', '.hh.'],
    ['is recognized if the source applies it up to 60 days early', [13000, 130, 130], '2025-11-01', '...'],
    ['is recognized early even if the rate also changes by up to 25%', [13000, 104], '2025-12-01', '..'],
    ['isn’t applied again on its date if it was early', [13000, 130, 130, 130, 130, 13000], '2025-12-29', '.....h'],
    ['isn’t recognized early if the rate also changes by more than 25%', [13000, 103], '2025-12-01', '.h'],
    ['isn’t recognized if the source applies it 61 days early', [13000, 130], '2025-10-31', '.h'],
    ['causes values in the former unit to be held', [13000, 13000, 13000, 130], '2025-12-31', '.hh.'],
    [
      'causes values within a factor of 1.5 of the former unit to be held',
      [13000, 130, 19499, 8668],
      '2025-12-31',
      '..hh',
    ],
    [
      'ends a doubt about another level after ten datasets',
      [13000, 130, ...repeated(19700, 10)],
      '2025-12-31',
      '..hhhhhhhhhA',
    ],
    ['restarts the count of agreeing values', [13000, 300, 300, 300, 300, 300], '2025-12-29', '.hhhhA'],
    ['converts earlier rates to the new unit before changes are measured', [13000, 150, 150], '2025-12-31', '.hA'],
  ])('%s', (_, cells, from, decisions) => {
    expect(decided(redenominated, cells, { from })).toBe(decisions);
  });

  it.each([5, 17, 59, 90])(
    'causes rates to be held, then omitted, if the source returns to the former unit after %d days',
    (days) => {
      const cells = [13000, ...repeated(130, days), ...repeated(13000, 100), 130];
      const states = decided(redenominated, cells, { from: '2025-12-31' }).replaceAll('F', '.');
      expect(states).toBe(`${'.'.repeat(days + 1)}${'h'.repeat(30)}${'o'.repeat(70)}.`);
    },
  );

  it('causes values in the former unit to be held, however many datasets have them', () => {
    const last = decisionsOf(redenominated, [13000, 130, 13000], { from: '2025-12-31' }).at(-1);
    expect(last).toMatchObject({
      reason: 'old_unit',
      agreeing_datasets: 0,
      needed_datasets: null,
      published: 130,
      ends_by: '2026-02-01',
    });
  });

  it('causes values in the former unit to be held even if they change from day to day', () => {
    const drift = Array.from({ length: 40 }, (_, day) => 13000 * 1.04 ** day);
    const states = decided(redenominated, [13000, 130, ...drift, 130], { from: '2025-12-31' });
    expect(states).toBe(`..${'h'.repeat(30)}${'o'.repeat(10)}.`);
  });

  it('converts the held rate to the new unit while the source still uses the former unit', () => {
    const decisions = decisionsOf(redenominated, [13000, 13000, null], { from: '2025-12-31' });
    const held = { state: 'held', published: 130, published_as_of: '2025-12-31', basis: 'new_unit' };
    expect(decisions.slice(1)).toMatchObject([
      { ...held, reason: 'old_unit' },
      { ...held, reason: 'missing' },
    ]);
  });

  it('doesn’t convert a held rate that is already in the new unit', () => {
    const decisions = decisionsOf(redenominated, [13000, 131, null], { from: '2025-12-31' });
    expect(decisions[2]).toMatchObject({ published: 131, published_as_of: '2026-01-01', basis: 'last_good_rate' });
  });

  it('causes values in the former unit to be held even if the rate in the new unit has changed', () => {
    const cells = [13000, 130, 136, 142, 149, 156, 22000];
    expect(reasons(redenominated, cells, { from: '2025-12-31' }).at(-1)).toBe('held old_unit');
  });

  it('doesn’t make a jump to the former unit plausible before the redenomination’s date', () => {
    expect(reasons(redenominated, [130, 13000], { from: '2025-12-01' })).toEqual(['ok', 'held implausible_move']);
  });

  it('doesn’t affect a currency whose first rate is after the redenomination', () => {
    expect(decided(redenominated, [13000, 13000, 13000], { from: '2026-02-01' })).toBe('...');
  });
});

describe('rate that stays the same', () => {
  // 2026-03-02 is a Monday.
  const from = '2026-03-02';
  it('is marked as frozen from the fifth business day on', () => {
    expect(decided(minor, repeated(7, 7), { from })).toBe('....FFF');
    expect(decided(minor, repeated(7, 9), { from: '2026-03-05' })).toBe('......FFF');
    expect(decided(factsOf('crypto'), repeated(7, 5), { from })).toBe('....F');
  });

  it('is published while it is marked as frozen', () => {
    expect(decisionsOf(minor, repeated(7, 6), { from }).at(-1)).toEqual({
      ...{
        state: 'frozen',
        reason: 'unchanged',
        since: from,
        published: 7,
        published_as_of: '2026-03-07',
        basis: null,
      },
      ...{ source_value: 7, agreeing_datasets: 5, needed_datasets: null, bound: null, witnesses: [], ends_by: null },
    });
  });

  it('counts from the first day after a held or missing value', () => {
    const [rate, held] = [5.1234567, 9.9];
    const days = [rate, rate, rate, held, ...repeated(rate, 7)];
    expect(decided(minor, days, { from })).toBe('...h......F');
    expect(decisionsOf(minor, days, { from }).at(-1)).toMatchObject({
      ...{ state: 'frozen', since: '2026-03-06', agreeing_datasets: 5 },
    });
    expect(decided(minor, [rate, rate, rate, null, ...repeated(rate, 7)], { from })).toBe('...h......F');
  });

  it('counts from the day on which a new level is accepted', () => {
    const days = [5, 5.1, 6, ...repeated(6, 7)];
    expect(decided(minor, days, { from })).toBe('..hA.....F');
    expect(decisionsOf(minor, days, { from }).at(-1)).toMatchObject({ since: '2026-03-05' });
  });

  it('counts as unchanged only if its first eight digits stay the same', () => {
    expect(decided(minor, [1.2345678, 1.2345678, 1.2345678, 1.2345678, 1.2345679], { from })).toBe('.....');
    expect(decided(minor, [1.2345678, 1.2345678, 1.2345678, 1.2345678, 1.23456781], { from })).toBe('....F');
  });

  it.each([
    ['for a pegged currency', 'peg'],
    ['for a stablecoin', 'stablecoin'],
    ['for USD', 'numeraire'],
  ] as const)('isn’t marked as frozen %s', (_, volatility) => {
    expect(decided(factsOf(volatility), repeated(7, 6), { from })).toBe('......');
  });
});

describe('hasJustBeenAt (checks whether a value is within 2% of the range of the last 40 days’ rates)', () => {
  const valid = [
    { date: EARLIEST, day: 9, rate: 300 },
    { date: EARLIEST, day: 10, rate: 100 },
    { date: EARLIEST, day: 50, rate: 120 },
  ];
  it.each([
    [true, 'inside the range', 110, 50],
    [true, 'less than 2% above the range', 122.4, 50],
    [false, 'more than 2% above the range', 122.5, 50],
    [true, 'less than 2% below the range', 98.04, 50],
    [false, 'more than 2% below the range', 98.03, 50],
    [false, 'near a rate that is 41 days old, and far from later rates', 98.04, 51],
    [true, 'less than 2% below the only rate of the last 40 days', 117.65, 51],
    [false, 'more than 2% below the only rate of the last 40 days', 117.64, 51],
    [true, 'equal to the only rate, which is 40 days old', 120, 90],
    [false, 'equal to the only rate, which is 41 days old', 120, 91],
    [true, 'equal to a rate that is 40 days old', 300, 49],
  ])('returns %s for a value %s', (expected, _, rate, day) => {
    expect(hasJustBeenAt(valid, rate, day - 40)).toBe(expected);
  });

  it('returns true for a value that differs by exactly 2% from the only rate', () => {
    const quoted = (rate: number) => ({ date: EARLIEST, day: 9, rate });
    expect([hasJustBeenAt([quoted(102)], 100, 0), hasJustBeenAt([quoted(100)], 102, 0)]).toEqual([true, true]);
  });
});

describe('return of a currency’s rate to an earlier value', () => {
  it('is plausible if the rate had this value at most 40 days ago', () => {
    expect(decided(minor, [100, 104, 108, 112, 101, 112])).toBe('......');
    expect(decided(minor, [100, 104, 108, 112, 97])).toBe('....h');
    expect(decided(minor, [100, 104, 108, 112, 116, 120, 125, 130, 116])).toBe('.........');
    expect(decided(minor, [100, [20, 104], [19, 108], 98.1])).toBe('....');
    expect(decided(minor, [100, [20, 104], [20, 108], 98.1])).toBe('...h');
  });

  it('isn’t plausible if the rate jumped by more than 25% in between', () => {
    expect(decided(minor, [100, 126, 126, 126, 100])).toBe('.hhAh');
    expect(decided(minor, [1, 4, 4, 4, 4.16, 4.32, 4.48, 4.04])).toBe('.hhA....');
    // A change by at most 25% doesn't count as a new level.
    expect(decided(minor, [100, 125, 125, 100, 125])).toBe('.hA..');
  });
});
