import { MAX_HELD_DAYS } from '../rates/quality.ts';
import { describe, expect, it } from 'vitest';
import { type Cell, currencyOf, quotesOf } from '../testing/quotes.ts';
import { hasJustBeen, type JudgedCurrency, judgeCurrency, type Verdict } from './judge-currency.ts';

const signs = { ok: '.', held: 'h', accepted: 'A', left_out: 'o' };
const stateOf = (verdict: Verdict) => (verdict === 'ok' ? 'ok' : verdict.state);

/** The verdicts, a sign each: `.` ok, `h` held, `A` accepted, `o` left out. */
function judged(currency: JudgedCurrency, cells: readonly Cell[], place?: Parameters<typeof quotesOf>[1]): string {
  return judgeCurrency(currency, quotesOf(cells, place))
    .verdicts.map((verdict) => signs[stateOf(verdict)])
    .join('');
}

/** The states with their reasons. */
function reasons(currency: JudgedCurrency, cells: readonly Cell[], place?: Parameters<typeof quotesOf>[1]): string[] {
  return judgeCurrency(currency, quotesOf(cells, place)).verdicts.map((verdict) =>
    verdict === 'ok' ? 'ok' : `${verdict.state} ${verdict.reason}`,
  );
}

const minor = currencyOf('minor');
const peg = currencyOf('peg', { parityFactor: 1.02 });

describe('a move', () => {
  it.each<[JudgedCurrency['volatility'], number, number]>([
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
  ])('of class %s in %d days is believed up to a factor of %d, up or down', (volatility, days, bound) => {
    for (const factor of [bound, 1 / bound, 1]) expect(judged(currencyOf(volatility), [1, [days, factor]])).toBe('..');
    for (const factor of [bound * 1.0001, 1 / (bound * 1.0001), 1e4, 1e-6]) {
      expect(judged(currencyOf(volatility), [1, [days, factor]])).toBe(days > MAX_HELD_DAYS ? '.o' : '.h');
    }
  });

  it('is measured from the last good rate, over the days since then', () => {
    expect(judged(minor, [1, null, null, null, 1.1])).toBe('.hhh.');
    expect(judged(minor, [1, 50, 3, 50, 1.1])).toBe('.hhh.');
    expect(judged(minor, [1, 1.1])).toBe('.h');
  });
});

describe('a thousand ordinary days', () => {
  it.each<[JudgedCurrency['volatility'], number]>([
    ['stablecoin', 0.04],
    ['major', 0.02],
    ['minor', 0.04],
    ['crypto', 0.35],
  ])('of class %s, each with a move of up to %d, are all believed', (volatility, most) => {
    let [random, rate] = [1, 1];
    const walk = Array.from({ length: 1000 }, () => {
      // A minimal generator of numbers from -1 to 1 (Park and Miller): the same days in every run.
      random = (random * 48_271) % 2_147_483_647;
      return (rate *= 1 + most * (random / 1_073_741_823.5 - 1));
    });
    expect(judged(currencyOf(volatility), walk)).toBe('.'.repeat(1000));
  });
});

describe('a level that is not plausible', () => {
  it.each<[string, readonly Cell[], string]>([
    ['waits for a second dataset where it is near', [1, 1.25, 1.25, 1.25], '.hA.'],
    ['also below', [1, 0.8, 0.8, 0.8], '.hA.'],
    ['waits for a third one where it is far', [1, 1.26, 1.26, 1.26, 1.26], '.hhA.'],
    ['also below', [1, 0.01, 0.0101, 0.0099, 0.01], '.hhA.'],
    ['was none when it comes back', [1, 1.2, 1, 1.2, 1], '.h.h.'],
    ['may come near the old one as it stands', [1, 1.28, 1.24], '.hA'],
    ['begins to count anew when it changes', [1, 10, 10, 20, 20, 20], '.hhhhA'],
    ['begins to count anew after a dataset without it', [1, 10, 10, null, 10, 10, 10], '.hhhhhA'],
    ['begins to count anew when it was away', [1, 10, 1, 10, 10, 10], '.h.hhA'],
    ['may drift as it stands', [1, 10, 10.4, 10.8], '.hhA'],
    ['may drift no further than markets do', [1, 10, 10.6, 11.2, 11.8], '.hhhh'],
    ['may drift further where days lie between', [1, 10, [4, 11], [4, 12.1]], '.hhA'],
    ['is followed from then on', [1, 10, 10, 10, 10.5, 11, 1], '.hhA..h'],
  ])('%s: %j', (_, cells, verdicts) => {
    expect(judged(minor, cells)).toBe(verdicts);
  });

  it('is told of, as it is held and when it is accepted', () => {
    const held = {
      state: 'held',
      reason: 'implausible_move',
      since: '2026-03-02',
      published: 1,
      goodAsOf: '2026-03-01',
    };
    expect(judgeCurrency(minor, quotesOf([1, null, 10, 10.1, 10.2, 10.3])).verdicts).toEqual([
      'ok',
      { ...held, reason: 'missing', offered: null, offeredAsOf: '2026-03-02', agreeing: 0 },
      { ...held, offered: 10, offeredAsOf: '2026-03-03', agreeing: 1 },
      { ...held, offered: 10.1, offeredAsOf: '2026-03-04', agreeing: 2 },
      {
        state: 'accepted',
        reason: 'level_break',
        since: '2026-03-05',
        published: 10.2,
        goodAsOf: '2026-03-05',
        offered: 10.2,
        offeredAsOf: '2026-03-05',
        agreeing: 3,
      },
      'ok',
    ]);
  });
});

describe('a rate that is held', () => {
  it('is left out once the good one is more than 30 days old', () => {
    const jumping = [2, 3, 4, 5].map((rate) => [10, rate] as const);
    expect(judged(minor, [1, ...jumping])).toBe('.hhho');
    expect(judged(minor, [1, [10, null], [20, null], null, null])).toBe('.hhoo');
    // Also where the days in between are missing.
    expect(judged(minor, [1, [400, 2]])).toBe('.o');
    expect(judgeCurrency(minor, quotesOf([1, [10, null], [30, 7]])).verdicts.at(-1)).toEqual({
      state: 'left_out',
      reason: 'nothing_recent',
      since: '2026-03-11',
      published: null,
      goodAsOf: null,
      offered: 7,
      offeredAsOf: '2026-04-10',
      agreeing: 1,
    });
  });

  it('is believed at once when it is back, however late', () => {
    expect(judged(minor, [1, null, [300, 1.25], null])).toBe('.h.h');
  });

  it('is no measure any more once it is left out: two datasets are enough', () => {
    expect(judged(minor, [1, null, [29, 7], 7, 7])).toBe('.hhA.');
    expect(judged(minor, [1, null, [27, 7], 7, 7])).toBe('.hhhA');
  });
});

describe('what was never believed before', () => {
  it('is believed on the first day of all', () => {
    expect(judged(minor, [7])).toBe('.');
  });

  it('waits for a second dataset on a later one', () => {
    expect(reasons(minor, [null, 7, 70, 70, 70])).toEqual([
      'left_out missing',
      'left_out nothing_recent',
      'left_out nothing_recent',
      'accepted level_break',
      'ok',
    ]);
  });

  it('waits as well where the first day is a known fault', () => {
    const facts = { knownFaults: [{ code: 'ZMW', from: '2026-03-01', to: '2026-03-01', reason: '', source: '' }] };
    expect(judged(currencyOf('minor', facts), [7, 7, 7])).toBe('ooA');
  });
});

describe('a peg', () => {
  const atParity = 100;
  it.each<[string, readonly Cell[], string]>([
    ['is believed within 2%', [100, 102, 98.1, 100], '....'],
    ['is not believed beyond, however often it is repeated', [100, 102.1, 102.1, 102.1, 102.1], '.hhhh'],
    ['is not believed up to 25% off', [100, 125, 125, 125, 125], '.hhhh'],
    ['has been given up where three datasets say so from further off', [100, 126, 126, 126, 126], '.hhA.'],
    ['is followed then, also nearer by', [100, 126, 126, 126, 122, 118, 113, 108, 103, 100], '.hhA......'],
    ['is back on its parity at once, and held against it again', [100, 200, 200, 200, 100, 103, 103, 103], '.hhA.hhh'],
    ['is never believed on the first day where it is off', [103, 103, 103, 100], 'ooo.'],
    ['may be off by far on the first day', [200, 200, 200], 'oA.'],
  ])('%s: %j', (_, cells, verdicts) => {
    expect(judged(peg, cells, { atParity })).toBe(verdicts);
  });

  it('is believed at its parity however far that is from yesterday', () => {
    const quotes = quotesOf([100, 200, 50]).map((quote) => ({ ...quote, atParity: quote.offered }));
    expect(judgeCurrency(peg, quotes).verdicts).toEqual(['ok', 'ok', 'ok']);
  });

  it('has a band of its own', () => {
    expect(judged(currencyOf('peg', { parityFactor: 1.05 }), [105, 105.1], { atParity })).toBe('.h');
  });

  it('says why it is held', () => {
    expect(reasons(peg, [100, 110, 130], { atParity })).toEqual(['ok', 'held off_parity', 'held implausible_move']);
  });

  it('is judged by its moves as long as its anchor has no rate', () => {
    expect(judged(peg, [100, 104, 115, 115, 115])).toBe('..hA.');
    const quotes = quotesOf([100, 120, 120, 103]).map((quote, index) => ({
      ...quote,
      atParity: index < 3 ? null : 100,
    }));
    expect(judgeCurrency(peg, quotes).verdicts.map(stateOf)).toEqual(['ok', 'held', 'accepted', 'held']);
  });

  it('is judged by its moves if it has no parity', () => {
    expect(judged(currencyOf('peg'), [100, 104, 108], { atParity })).toBe('...');
  });
});

describe('a known fault', () => {
  const facts = { knownFaults: [{ code: 'ZMW', from: '2026-03-02', to: '2026-03-05', reason: '', source: '' }] };
  it('is not believed on any of its days, and does not count after them', () => {
    expect(reasons(currencyOf('minor', facts), [1, 1, 7, 7, 7, 7, 7, 7])).toEqual([
      'ok',
      ...Array<string>(4).fill('held known_fault'),
      'held implausible_move',
      'held implausible_move',
      'accepted level_break',
    ]);
  });

  it('is not believed at a parity either', () => {
    const currency = currencyOf('peg', { ...facts, parityFactor: 1.02 });
    expect(judged(currency, [1, 1, 1, 1, 1, 1], { atParity: 1 })).toBe('.hhhh.');
  });
});

describe('a redenomination', () => {
  const syp = currencyOf('minor', { redenominations: [{ code: 'ZMW', date: '2026-01-01', ratio: 100, source: '' }] });
  it.each<[string, readonly Cell[], string, string]>([
    ['on its day', [13000, 130], '2025-12-31', '..'],
    ['with a move of 25%', [13000, 104], '2025-12-31', '..'],
    ['but not with a greater one', [13000, 103], '2025-12-31', '.h'],
    ['60 days later', [13000, 130], '2026-03-01', '..'],
    ['but not 61', [13000, 130], '2026-03-02', '.h'],
    ['60 days earlier', [13000, 130], '2025-11-01', '..'],
    ['but not 61', [13000, 130], '2025-10-31', '.h'],
    ['but not the other way round', [130, 13000], '2025-12-31', '.h'],
    ['after some missing days', [13000, null, null, 130, 130], '2025-12-31', '.hh..'],
  ])('is believed at once %s: %j', (_, cells, from, verdicts) => {
    expect(judged(syp, cells, { from })).toBe(verdicts);
  });
});

describe('a level that a great break has left', () => {
  it('is not believed again, however often it is repeated, once it was left more than 60 days ago', () => {
    const left = [600, 100, 100, 100];
    const again = Array<number>(5).fill(600);
    expect(reasons(minor, [...left, [60, 100], ...again]).slice(5)).toEqual(Array(5).fill('held former_level'));
    expect(judged(minor, [...left, [57, 100], ...again])).toBe('.hhA.hhA..');
    expect(judged(minor, [...left, [59, 100], ...again])).toBe('.hhA.hhhhh');
  });

  it.each<[string, readonly Cell[], string]>([
    ['within a factor of 1.5 above', [600, 100, 100, 100, [90, 900], 900, 900], '.hhAooo'],
    ['within a factor of 1.5 below', [900, 100, 100, 100, [90, 600], 600, 600], '.hhAooo'],
    ['but not further above', [600, 100, 100, 100, [90, 901], 901, 901], '.hhAoA.'],
    ['but not further below', [900, 100, 100, 100, [90, 599], 599, 599], '.hhAoA.'],
    ['nor as it was not left by a factor of more than 5', [500, 100, 100, 100, [90, 600], 600, 600], '.hhAoA.'],
    ['nor as the way back is none of more than 5', [600, 100, 100, 100, [90, 500], 500, 500], '.hhAoA.'],
    ['also where it is one of several', [10000, 600, 600, 600, 100, 100, 100, [90, 10000], 10000, 10000], '.hhAhhAooo'],
    ['and of the latest as well', [10000, 600, 600, 600, 100, 100, 100, [90, 600], 600, 600], '.hhAhhAooo'],
  ])('is known, %s: %j', (_, cells, verdicts) => {
    expect(judged(minor, cells)).toBe(verdicts);
  });

  it('is left by a redenomination as well', () => {
    const currency = currencyOf('minor', {
      redenominations: [{ code: 'ZMW', date: '2026-03-02', ratio: 100, source: '' }],
    });
    expect(judged(currency, [13000, 130, [90, 13000], 13000, 13000])).toBe('..ooo');
  });
});

describe('where a currency has just been', () => {
  const believed = [
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
  ])('are the rates of 40 days, with 2%: on day %d %d, %s', (day, rate, isThere) => {
    expect(hasJustBeen(believed, { date: '', day, rate })).toBe(isThere);
  });

  it('are those just at the bound as well', () => {
    const quoted = (rate: number) => ({ date: '', day: 9, rate });
    expect([hasJustBeen([quoted(102)], quoted(100)), hasJustBeen([quoted(100)], quoted(102))]).toEqual([true, true]);
  });

  it('a quote claims nothing new', () => {
    expect(judged(minor, [100, 104, 108, 112, 101, 112])).toBe('......');
    expect(judged(minor, [100, 104, 108, 112, 97])).toBe('....h');
  });

  it('it is not any more after a break', () => {
    expect(judged(minor, [100, 126, 126, 126, 100])).toBe('.hhAh');
    expect(judged(minor, [1, 10, 10, 10, 10.4, 10.8, 11.2, 10.1])).toBe('.hhA....');
    // A near one is none.
    expect(judged(minor, [100, 125, 125, 100, 125])).toBe('.hA..');
  });
});
