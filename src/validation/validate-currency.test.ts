import { MAX_HELD_DAYS } from '../snapshot/quality.ts';
import { describe, expect, it } from 'vitest';
import { type Cell, currencyOf, quotesOf } from '../testing/data/quotes.ts';
import { hasJustBeenAt } from './moves.ts';
import type { CurrencyFacts, Decision } from './quote.ts';
import { validateCurrency } from './validate-currency.ts';

const signs = { ok: '.', held: 'h', accepted: 'A', left_out: 'o', frozen: 'F' };
const stateOf = (decision: Decision) => (decision === 'ok' ? 'ok' : decision.state);

/** The decisions, one character each: `.` ok, `h` held, `A` accepted, `o` omitted, `F` frozen. */
function decided(currency: CurrencyFacts, cells: readonly Cell[], place?: Parameters<typeof quotesOf>[1]): string {
  return validateCurrency(currency, quotesOf(cells, place))
    .decisions.map((decision) => signs[stateOf(decision)])
    .join('');
}

function reasons(currency: CurrencyFacts, cells: readonly Cell[], place?: Parameters<typeof quotesOf>[1]): string[] {
  return validateCurrency(currency, quotesOf(cells, place)).decisions.map((decision) =>
    decision === 'ok' ? 'ok' : `${decision.state} ${decision.reason}`,
  );
}

const minor = currencyOf('minor');
const peg = currencyOf('peg', { parityFactor: 1.02 });
const repeated = (value: number | null, count: number): (number | null)[] => Array.from({ length: count }, () => value);

describe('a move', () => {
  it.each<[CurrencyFacts['volatility'], number, number]>([
    ['peg', 1, 1.05],
    ['stablecoin', 1, 1.05],
    ['major', 1, 1.03],
    ['major', 4, 1.0609],
    ['major', 30, 1.1592],
    ['major', 60, 1.1592],
    ['major', 187, 1.1592],
    ['minor', 1, 1.05],
    ['minor', 4, 1.1025],
    ['minor', 30, 1.2762],
    ['minor', 60, 1.2762],
    ['minor', 187, 1.2762],
    ['crypto', 1, 1.6],
    ['crypto', 4, 2.56],
    ['crypto', 30, 10.4857],
    ['crypto', 60, 10.4857],
    ['crypto', 187, 10.4857],
  ])('of class %s over %d days is published up to a factor of %d, up or down', (volatility, days, bound) => {
    for (const factor of [bound, 1 / bound, 1]) expect(decided(currencyOf(volatility), [1, [days, factor]])).toBe('..');
    for (const factor of [bound * 1.0001, 1 / (bound * 1.0001), 1e4, 1e-6]) {
      expect(decided(currencyOf(volatility), [1, [days, factor]])).toBe(days > MAX_HELD_DAYS ? '.o' : '.h');
    }
  });

  it('is measured from the last good rate over the days since that rate', () => {
    expect(decided(minor, [1, null, null, null, 1.1])).toBe('.hhh.');
    expect(decided(minor, [1, 50, 3, 50, 1.1])).toBe('.hhh.');
    expect(decided(minor, [1, 1.1])).toBe('.h');
    expect(validateCurrency(minor, quotesOf([1, 1, 1, 4])).decisions.at(-1)).toMatchObject({ bound: 1.05 });
  });
});

describe('a thousand ordinary days', () => {
  it.each<[CurrencyFacts['volatility'], number]>([
    ['stablecoin', 0.04],
    ['major', 0.02],
    ['minor', 0.04],
    ['crypto', 0.35],
  ])('of class %s, each with a move of up to %d, are all published', (volatility, most) => {
    let [random, rate] = [1, 1];
    const walk = Array.from({ length: 1000 }, () => {
      // A minimal random number generator from -1 to 1 (Park and Miller), with the same days in every run.
      random = (random * 48_271) % 2_147_483_647;
      return (rate *= 1 + most * (random / 1_073_741_823.5 - 1));
    });
    expect(decided(currencyOf(volatility), walk)).toBe('.'.repeat(1000));
  });
});

describe('a value in doubt', () => {
  it.each<[string, readonly Cell[], string]>([
    ['is accepted with a second dataset if it is near', [1, 1.25, 1.25, 1.25], '.hA.'],
    ['is accepted with a second dataset if it is near, below', [1, 0.8, 0.8, 0.8], '.hA.'],
    ['is accepted with a third dataset if it is far', [1, 1.26, 1.26, 1.26, 1.26], '.hhA.'],
    ['is accepted with a third dataset if it is far, below', [1, 0.21, 0.211, 0.209, 0.21], '.hhA.'],
    ['is accepted with the tenth dataset beyond a factor of 5', [1, ...repeated(5.1, 11)], '.hhhhhhhhhA.'],
    ['is rejected when the good level returns', [1, 1.2, 1, 1.2, 1], '.h.h.'],
    ['may come nearer to the good level meanwhile', [1, 1.28, 1.24], '.hA'],
    ['starts to count again when the level changes', [1, 4, 4, 2, 2, 2], '.hhhhA'],
    ['starts to count again after a dataset without a value', [1, 4, 4, null, 4, 4, 4], '.hhhhhA'],
    ['starts to count again after a day at the good level', [1, 4, 1, 4, 4, 4], '.h.hhA'],
    ['may drift meanwhile', [1, 4, 4.16, 4.32], '.hhA'],
    ['may drift no further than markets do', [1, 3, 3.2, 3.4, 3.6], '.hhhh'],
    ['may differ more from the last value if days are missing in between', [1, 4, [4, 4.4], [4, 4.8]], '.hhA'],
    ['doesn’t become more plausible by repetition', [1, 1.3, [5, 1.26], [5, 1.26]], '.hhA'],
    ['becomes the published level as soon as it is accepted', [1, 4, 4, 4, 4.2, 4.4, 1], '.hhA..h'],
    [
      'that alternates between two levels is held for 30 days, then omitted',
      [1, ...Array.from({ length: 32 }, (_, day) => (day % 2 ? 3 : 9))],
      `.${'h'.repeat(30)}oo`,
    ],
  ])('%s', (_, cells, decisions) => {
    expect(decided(minor, cells)).toBe(decisions);
  });

  it('has an explanation while it is held and when it is accepted', () => {
    const held = {
      ...{ state: 'held', reason: 'implausible_move', since: '2026-03-02', published: 1, publishedAsOf: '2026-03-01' },
      ...{ basis: 'earlier_dataset', witnesses: [] },
    };
    expect(validateCurrency(minor, quotesOf([1, null, 4, 4.1, 4.2, 4.3])).decisions).toEqual([
      'ok',
      { ...held, reason: 'missing', sourceValue: null, agreeing: 0, needed: 1, bound: null, endsBy: '2026-04-01' },
      { ...held, sourceValue: 4, agreeing: 1, needed: 3, bound: 1.071, endsBy: '2026-03-05' },
      { ...held, sourceValue: 4.1, agreeing: 2, needed: 3, bound: 1.088, endsBy: '2026-03-05' },
      {
        ...{
          state: 'accepted',
          reason: 'level_break',
          since: '2026-03-05',
          published: 4.2,
          publishedAsOf: '2026-03-05',
        },
        ...{ basis: null, sourceValue: 4.2, agreeing: 3, needed: 3, bound: 1.103, witnesses: [], endsBy: '2026-03-06' },
      },
      'ok',
    ]);
  });
});

describe('a held rate', () => {
  it('is omitted once it is more than 30 days old', () => {
    expect(decided(minor, [1, ...[2, 3, 4, 5].map((rate) => [10, rate] as const)])).toBe('.hhho');
    expect(decided(minor, [1, [10, null], [20, null], null, null])).toBe('.hhoo');
    // The same with missing days in between.
    expect(decided(minor, [1, [400, 2]])).toBe('.o');
  });

  it('is omitted after 30 days, and accepted later when enough datasets agree', () => {
    const { decisions } = validateCurrency(minor, quotesOf([1, [10, null], [20, 7], [1, 7], [1, null]]));
    expect(decisions.slice(1)).toMatchObject([
      { state: 'held', endsBy: '2026-04-01' },
      { state: 'held', agreeing: 1, needed: 10, endsBy: '2026-04-01' },
      {
        state: 'left_out',
        agreeing: 2,
        needed: 10,
        published: null,
        publishedAsOf: null,
        basis: null,
        endsBy: '2026-04-09',
      },
      { state: 'left_out', reason: 'missing', agreeing: 0, needed: 1, endsBy: null },
    ]);
  });

  it('ends immediately if the source’s value is plausible again, however late', () => {
    expect(decided(minor, [1, null, [300, 1.25], null])).toBe('.h.h');
  });

  it('needs two datasets for a move of up to a factor of 5 once it is old, and ten for a larger move', () => {
    expect(reasons(minor, [1, [31, 3], 3])).toEqual(['ok', 'left_out nothing_recent', 'accepted level_break']);
    expect(reasons(minor, [1, [30, 3], 3]).slice(1)).toEqual(['held implausible_move', 'accepted level_break']);
    expect(decided(minor, [1, [31, 5.1], ...repeated(5.1, 9)])).toBe('.oooooooooA');
  });
});

describe('a currency without any earlier rate', () => {
  it('is published on the archive’s first day', () => {
    expect(decided(minor, [7])).toBe('.');
  });

  it('has no decisions, comparisons or disputes without a dataset', () => {
    expect(validateCurrency(minor, [])).toEqual({ decisions: [], evidence: [], disputes: [] });
  });

  it('needs a second dataset on a later day', () => {
    expect(reasons(minor, [null, 7, 70, 70, 70])).toEqual([
      'left_out missing',
      'left_out nothing_recent',
      'left_out nothing_recent',
      'accepted level_break',
      'ok',
    ]);
  });

  it('needs a second dataset after a known fault on the first day', () => {
    const facts = { knownFaults: [{ code: 'ZMW', from: '2026-03-01', to: '2026-03-01', reason: '', source: '' }] };
    expect(decided(currencyOf('minor', facts), [7, 7, 7])).toBe('ooA');
  });
});

describe('a peg', () => {
  it.each<[string, readonly Cell[], string]>([
    ['is valid within 2% of its parity', [100, 102, 98.1, 100], '....'],
    ['is held beyond 2%, and accepted with the 30th dataset', [100, ...repeated(102.1, 31)], `.${'h'.repeat(29)}A.`],
    ['needs 30 datasets however far it is off', [100, ...repeated(700, 31)], `.${'h'.repeat(29)}A.`],
    ['is followed then, even back to its parity', [100, ...repeated(110, 30), 106, 103, 100], `.${'h'.repeat(29)}A...`],
    ['is held again after it was back at its parity', [100, ...repeated(110, 30), 100, 110], `.${'h'.repeat(29)}A.h`],
    ['is omitted from the first day on if it is off', [103, 103, 100], 'oo.'],
    [
      'is omitted after 30 days off its parity at changing levels',
      [100, ...Array.from({ length: 32 }, (_, day) => 110 + 20 * (day % 2))],
      `.${'h'.repeat(30)}oo`,
    ],
  ])('%s', (_, cells, decisions) => {
    expect(decided(peg, cells, { parity: 100 })).toBe(decisions);
  });

  it('in doubt is held at its parity, with the date of its anchor', () => {
    const { decisions } = validateCurrency(peg, quotesOf([99, 103, null], { parity: 100 }));
    expect(decisions.slice(1)).toMatchObject([
      {
        state: 'held',
        reason: 'off_parity',
        published: 100,
        publishedAsOf: '2026-03-02',
        basis: 'official_parity',
        bound: 1.02,
        needed: 30,
        endsBy: '2026-03-31',
      },
      {
        state: 'held',
        reason: 'missing',
        published: 100,
        publishedAsOf: '2026-03-03',
        basis: 'official_parity',
        needed: 1,
      },
    ]);
  });

  it('that has left its parity is held at its last good rate', () => {
    const { decisions } = validateCurrency(peg, quotesOf([100, ...repeated(110, 30), 130], { parity: 100 }));
    expect(decisions.at(-1)).toMatchObject({
      state: 'held',
      reason: 'implausible_move',
      published: 110,
      basis: 'earlier_dataset',
    });
  });

  it('is valid at its parity however far that is from the last rate', () => {
    const quotes = quotesOf([100, 200, 50]).map((quote) => ({
      ...quote,
      parity: { ...quote, rate: quote.value ?? NaN },
    }));
    expect(validateCurrency(peg, quotes).decisions).toEqual(['ok', 'ok', 'ok']);
  });

  it('is measured by its own band', () => {
    expect(decided(currencyOf('peg', { parityFactor: 1.05 }), [105, 105.1], { parity: 100 })).toBe('.h');
  });

  it('is measured by its moves while its anchor has no rate, which doesn’t count as leaving its parity', () => {
    expect(decided(peg, [100, 104, 115, 115, 115])).toBe('..hA.');
    const quotes = quotesOf([100, 120, 120, 103]).map((quote, index) => ({
      ...quote,
      parity: index < 3 ? null : { ...quote, rate: 100 },
    }));
    expect(validateCurrency(peg, quotes).decisions.map(stateOf)).toEqual(['ok', 'held', 'accepted', 'held']);
  });

  it('that has left its parity stays so while its anchor has no rate', () => {
    const quotes = quotesOf([100, ...repeated(110, 32)], { parity: 100 }).map((quote, index) =>
      index === 31 ? { ...quote, parity: null } : quote,
    );
    expect(validateCurrency(peg, quotes).decisions.slice(30)).toMatchObject([{ state: 'accepted' }, 'ok', 'ok']);
  });

  it('is measured by its moves if it has no parity', () => {
    expect(decided(currencyOf('peg'), [100, 104, 108], { parity: 100 })).toBe('...');
  });
});

describe('another source', () => {
  const knownFaults = [{ code: 'ZMW', from: '2026-03-03', to: '2026-03-04', reason: '', source: '' }];
  const of = (cells: readonly Cell[], sources: string) =>
    validateCurrency(
      currencyOf('minor', { knownFaults }),
      quotesOf(cells).map((quote, index) => ({ ...quote, source: sources[index] === 'b' ? 'b' : undefined })),
    )
      .decisions.map((decision) => signs[stateOf(decision)])
      .join('');

  it.each([
    ['needs three datasets for a level, besides one of the former source', [1, 1.4, 1.4, 1.4, 1.4], '--bbb', '.hhhA'],
    ['is measured by the former source’s levels', [1, 1, 1.01, 1, 1], '--bbb', '.....'],
    ['is doubted again when the former source returns', [1, 1, 1.4, 1.4, 1.4, 1, 1, 1], '--bbb---', '..hhAhhA'],
    ['doesn’t have the default source’s known faults', [1, 1, 1, 1, 1], '-----', '..hh.'],
  ])('%s', (_, cells, sources, expected) => {
    expect(of(cells, sources)).toBe(expected);
  });
});

describe('a known fault', () => {
  const facts = { knownFaults: [{ code: 'ZMW', from: '2026-03-02', to: '2026-03-05', reason: '', source: '' }] };

  it('is held on all of its days, and doesn’t count as a dataset that agrees', () => {
    expect(reasons(currencyOf('minor', facts), [1, 1, 3, 3, 3, 3, 3, 3])).toEqual([
      'ok',
      ...Array<string>(4).fill('held known_fault'),
      'held implausible_move',
      'held implausible_move',
      'accepted level_break',
    ]);
  });

  it('does not apply after its last listed day', () => {
    const { decisions } = validateCurrency(currencyOf('minor', facts), quotesOf([1, 3]));
    expect(decisions[1]).toMatchObject({ needed: null, agreeing: 0, bound: null, endsBy: '2026-03-06' });
  });

  it('doesn’t change the end of a doubt on another day', () => {
    const [past, later] = [
      ['2026-02-01', '2026-02-10'],
      ['2026-03-04', '2026-03-05'],
    ].map(([from = '', to = '']) => ({ code: 'ZMW', from, to, reason: '', source: '' }));
    const currency = currencyOf('minor', { knownFaults: [past ?? expect.fail(), later ?? expect.fail()] });
    const { decisions } = validateCurrency(currency, quotesOf([1, 9, 9, 9, 9]));
    expect(decisions.slice(1).map((decision) => decision !== 'ok' && [decision.reason, decision.endsBy])).toEqual([
      ['implausible_move', '2026-03-11'],
      ['implausible_move', '2026-03-11'],
      ['known_fault', '2026-03-06'],
      ['known_fault', '2026-03-06'],
    ]);
  });

  it('is held even at a parity', () => {
    const currency = currencyOf('peg', { ...facts, parityFactor: 1.02 });
    expect(decided(currency, [1, 1, 1, 1, 1, 1], { parity: 1 })).toBe('.hhhh.');
  });
});

describe('a dataset on another base', () => {
  const onOtherBase = (volatility: CurrencyFacts['volatility']) =>
    validateCurrency(
      currencyOf(volatility),
      quotesOf([1, 1, 1, 1]).map((quote, index) => ({ ...quote, isSlipped: index === 1 || index === 2 })),
    ).decisions;

  it('holds all of its values, and doesn’t count as a dataset that agrees', () => {
    expect(onOtherBase('minor')).toMatchObject([
      'ok',
      { state: 'held', reason: 'base_slip', needed: null },
      { agreeing: 0 },
      'ok',
    ]);
  });

  it('publishes USD', () => {
    expect(onOtherBase('numeraire')).toEqual(['ok', 'ok', 'ok', 'ok']);
  });
});

describe('a redenomination', () => {
  const redenominated = currencyOf('minor', {
    redenomination: { code: 'ZMW', date: '2026-01-01', ratio: 100, source: '' },
  });
  it.each<[string, readonly Cell[], string, string]>([
    ['is published in the new unit on its day', [13000, 130], '2025-12-31', '..'],
    ['is published in the new unit after any time without a value', [13000, null, null, 130], '2025-12-31', '.hh.'],
    ['may be early by 60 days', [13000, 130, 130], '2025-11-01', '...'],
    ['may be early with a move of 25%', [13000, 104], '2025-12-01', '..'],
    ['that was early is not applied again on its day', [13000, 130, 130, 130, 130, 13000], '2025-12-29', '.....h'],
    ['may not be early with a larger move', [13000, 103], '2025-12-01', '.h'],
    ['may not be early by 61 days', [13000, 130], '2025-10-31', '.h'],
    ['holds values in the former unit', [13000, 13000, 13000, 130], '2025-12-31', '.hh.'],
    ['holds the former unit within a factor of 1.5', [13000, 130, 19499, 8668], '2025-12-31', '..hh'],
    [
      'treats a value further from the former unit as a move',
      [13000, 130, ...repeated(19700, 10)],
      '2025-12-31',
      '..hhhhhhhhhA',
    ],
    ['measures moves in the new unit', [13000, 150, 150], '2025-12-31', '.hA'],
  ])('%s', (_, cells, from, decisions) => {
    expect(decided(redenominated, cells, { from })).toBe(decisions);
  });

  it.each([5, 17, 59, 90])('never lets the former unit back in, %d days after the change', (days) => {
    const cells = [13000, ...repeated(130, days), ...repeated(13000, 100), 130];
    const states = decided(redenominated, cells, { from: '2025-12-31' }).replaceAll('F', '.');
    expect(states).toBe(`${'.'.repeat(days + 1)}${'h'.repeat(30)}${'o'.repeat(70)}.`);
  });

  it('never accepts the former unit, however many datasets have it', () => {
    const last = validateCurrency(redenominated, quotesOf([13000, 130, 13000], { from: '2025-12-31' })).decisions.at(
      -1,
    );
    expect(last).toMatchObject({
      reason: 'former_level',
      agreeing: 0,
      needed: null,
      published: 130,
      endsBy: '2026-02-01',
    });
  });

  it('follows the drift of the former unit', () => {
    const drift = Array.from({ length: 40 }, (_, day) => 13000 * 1.04 ** day);
    const states = decided(redenominated, [13000, 130, ...drift, 130], { from: '2025-12-31' });
    expect(states).toBe(`..${'h'.repeat(30)}${'o'.repeat(10)}.`);
  });

  it('publishes the last good rate in the new unit while the source is late', () => {
    const { decisions } = validateCurrency(redenominated, quotesOf([13000, 13000, null], { from: '2025-12-31' }));
    const held = { state: 'held', published: 130, publishedAsOf: '2025-12-31', basis: 'new_unit' };
    expect(decisions.slice(1)).toMatchObject([
      { ...held, reason: 'former_level' },
      { ...held, reason: 'missing' },
    ]);
  });

  it('uses a rate in the new unit as the last good rate once there is one', () => {
    const { decisions } = validateCurrency(redenominated, quotesOf([13000, 131, null], { from: '2025-12-31' }));
    expect(decisions[2]).toMatchObject({ published: 131, publishedAsOf: '2026-01-01', basis: 'earlier_dataset' });
  });

  it('holds the former unit, however far the last good rate has moved', () => {
    const cells = [13000, 130, 136, 142, 149, 156, 22000];
    expect(reasons(redenominated, cells, { from: '2025-12-31' }).at(-1)).toBe('held former_level');
  });

  it('doesn’t explain the opposite change before its date', () => {
    expect(reasons(redenominated, [130, 13000], { from: '2025-12-01' })).toEqual(['ok', 'held implausible_move']);
  });

  it('doesn’t affect a currency whose first rate comes later', () => {
    expect(decided(redenominated, [13000, 13000, 13000], { from: '2026-02-01' })).toBe('...');
  });
});

describe('a rate with unchanged digits', () => {
  // 2026-03-02 is a Monday.
  const from = '2026-03-02';
  it('is marked as frozen from the fifth business day on', () => {
    expect(decided(minor, repeated(7, 7), { from })).toBe('....FFF');
    expect(decided(minor, repeated(7, 9), { from: '2026-03-05' })).toBe('......FFF');
    expect(decided(currencyOf('crypto'), repeated(7, 5), { from })).toBe('....F');
  });

  it('is published unchanged, with an explanation', () => {
    expect(validateCurrency(minor, quotesOf(repeated(7, 6), { from })).decisions.at(-1)).toEqual({
      ...{ state: 'frozen', reason: 'unchanged', since: from, published: 7, publishedAsOf: '2026-03-07', basis: null },
      ...{ sourceValue: 7, agreeing: 5, needed: null, bound: null, witnesses: [], endsBy: null },
    });
  });

  it('is not frozen if its first eight digits differ', () => {
    expect(decided(minor, [1.2345678, 1.2345678, 1.2345678, 1.2345678, 1.2345679], { from })).toBe('.....');
    expect(decided(minor, [1.2345678, 1.2345678, 1.2345678, 1.2345678, 1.23456781], { from })).toBe('....F');
  });

  it.each(['peg', 'stablecoin', 'numeraire'] as const)('is not frozen if it is a %s', (volatility) => {
    expect(decided(currencyOf(volatility), repeated(7, 6), { from })).toBe('......');
  });
});

describe('recent rates of a currency', () => {
  const valid = [
    { date: '', day: 9, rate: 300 },
    { date: '', day: 10, rate: 100 },
    { date: '', day: 50, rate: 120 },
  ];
  it.each([
    [50, 122.4, true],
    [50, 122.5, false],
    [50, 110, true],
    [50, 98.04, true],
    [50, 98.03, false],
    [51, 98.04, false],
    [51, 117.65, true],
    [51, 117.64, false],
    [90, 120, true],
    [91, 120, false],
    [49, 300, true],
  ])('are those of the last 40 days, within 2%: on day %d, %d → %s', (day, rate, isThere) => {
    expect(hasJustBeenAt(valid, rate, day - 40)).toBe(isThere);
  });

  it('include rates exactly at the bound', () => {
    const quoted = (rate: number) => ({ date: '', day: 9, rate });
    expect([hasJustBeenAt([quoted(102)], 100, 0), hasJustBeenAt([quoted(100)], 102, 0)]).toEqual([true, true]);
  });

  it('are plausible again', () => {
    expect(decided(minor, [100, 104, 108, 112, 101, 112])).toBe('......');
    expect(decided(minor, [100, 104, 108, 112, 97])).toBe('....h');
    expect(decided(minor, [100, 104, 108, 112, 116, 120, 125, 130, 116])).toBe('.........');
    expect(decided(minor, [100, [20, 104], [19, 108], 98.1])).toBe('....');
    expect(decided(minor, [100, [20, 104], [20, 108], 98.1])).toBe('...h');
  });

  it('are forgotten after a change of level', () => {
    expect(decided(minor, [100, 126, 126, 126, 100])).toBe('.hhAh');
    expect(decided(minor, [1, 4, 4, 4, 4.16, 4.32, 4.48, 4.04])).toBe('.hhA....');
    // A near move isn't a change of level.
    expect(decided(minor, [100, 125, 125, 100, 125])).toBe('.hA..');
  });
});
