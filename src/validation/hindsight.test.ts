import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cell, currencyOf, quotesOf } from '../testing/quotes.ts';
import { faultsWithHindsight } from './hindsight.ts';
import { type JudgedCurrency, judgeCurrency, type Verdict } from './judge-currency.ts';

const signs: Record<string, string> = {
  implausible_move: 'x',
  off_parity: 'p',
  known_fault: 'k',
  former_level: 'f',
  nothing_recent: 's',
};

/** A sign for each quote: `.` where it is believed, a blank where there is none, else why not. */
function marked(currency: JudgedCurrency, cells: readonly Cell[], place?: Parameters<typeof quotesOf>[1]): string {
  const quotes = quotesOf(cells, place);
  const faults = new Map(faultsWithHindsight(currency, quotes).map(({ date, reason }) => [date, signs[reason]]));
  return quotes.map(({ date, offered }) => faults.get(date) ?? (offered === null ? ' ' : '.')).join('');
}

const stateOf = (verdict: Verdict) => (verdict === 'ok' ? 'ok' : verdict.state);
const minor = currencyOf('minor');
const major = currencyOf('major');
const peg = currencyOf('peg', { parityFactor: 1.02 });
const times = (count: number, cell: Cell) => Array<Cell>(count).fill(cell);

describe('with hindsight, a quote that is not believed', () => {
  it('has its date, what was said, and why not', () => {
    const knownFaults = [{ code: 'ZMW', from: '2026-03-04', to: '2026-03-04', reason: '', source: '' }];
    expect(faultsWithHindsight(currencyOf('minor', { knownFaults }), quotesOf([1, 2, 1, 7, 1, 3, 1]))).toEqual([
      { date: '2026-03-02', day: 20514, rate: 2, reason: 'implausible_move' },
      { date: '2026-03-04', day: 20516, rate: 7, reason: 'known_fault' },
      { date: '2026-03-06', day: 20518, rate: 3, reason: 'implausible_move' },
    ]);
  });
});

describe('with hindsight, an excursion', () => {
  it.each<[string, readonly Cell[], string]>([
    ['is a fault where it lasted a day', [1, 1, 2, 1, 1], '..x..'],
    ['also where it was plausible', [1, 1, [9, 1.1], 1, 1], '..x..'],
    ['or two', [1, 2, 2, 1, 1], '.xx..'],
    ['or jumped about', [1, 2, 9, 0.1, 30, 1, 1], '.xxxx..'],
    ['also where days are missing in it', [1, 2, null, 2, null, 1], '.x x .'],
    ['where it was near, stood, and was back within 15 days', [1, ...times(14, 1.2), 1, 1], `.${'x'.repeat(14)}..`],
    ['but not where it was back on the 16th', [1, ...times(15, 1.2), 1, 1], '.'.repeat(18)],
    ['where it was far, stood, and was back within 60 days', [1, ...times(59, 2), 1, 1, 1], `.${'x'.repeat(59)}...`],
    ['but not where it was back on the 61st', [1, ...times(60, 2), 1, 1, 1], '.'.repeat(64)],
    ['nor before it is clear that it is back', [1, 2, 2, 2, 1, 1], '....xx'],
    ['but then all of it', [1, 2, 2, 2, 1, 1, 1], '.xxx...'],
    ['nor where that was for a day only', [1, 2, 2, 2, 1, 2, 2], '....x..'],
    ['where it ended near where it began', [1, 2, 1.05, 1], '.x..'],
    ['not where it ended elsewhere', [1, 2, 2, 2, 1.4, 1.4, 1.4], '.......'],
    ['where it ended where the currency has just been', [1, 1.04, 1.08, 1.12, 2, 1.01, 1], '....x..'],
    ['also where that is no day from where it began', [1, 1.04, 1.08, 1.12, 1.3, 1.3, 0.99, 1, 1], '....xx...'],
    ['also where that is after a break', [1, 10, 10, 10, 10.4, 10.8, 11.2, 10.1], '........'],
    ['also where that is before a near one', [1, [20, 1.2], 1.2, 1.2, 1], '.....'],
    ['not where it drifted back', [1.07, 3, 1.07, [5, 1.15], [3, 1.1]], '.x...'],
    ['not where that was before a break', [1, 2, 2, 2, 3, 1], '....xx'],
  ])('%s: %j', (_, cells, faults) => {
    expect(marked(minor, cells)).toBe(faults);
  });

  it.each<[string, JudgedCurrency, readonly Cell[], string]>([
    [
      'by more than two days bring, which came back, is an error',
      minor,
      [600.2, [26, 523.6], [14, 600.1], 600],
      '.x..',
    ],
    ['the same further off', minor, [600.2, [30, 523.6], [29, 600.1], 600], '.x..'],
    ['by less is the market', major, [9.14, [26, 9.48], [14, 9.16]], '...'],
    ['by less, but back within 15 days, is an error', major, [9.14, [10, 9.48], [5, 9.16]], '.x.'],
    ['by less, and back on the 16th day, is the market', major, [9.14, [10, 9.48], [6, 9.16]], '...'],
    ['by two days and a little', minor, [1000, [20, 1104], [20, 1000]], '.x.'],
    ['by just two days', minor, [1000, [20, 1102], [20, 1000]], '...'],
    ['down by two days and a little', minor, [1104, [20, 1000], [20, 1104]], '.x.'],
    ['that came back by nine tenths is an error', minor, [1000, [20, 1200], [20, 1018]], '.x.'],
    ['that came back by less is the market', minor, [1000, [20, 1200], [20, 1019]], '...'],
    ['that went beyond by a tenth is an error', minor, [1000, [20, 1200], [20, 982]], '.x.'],
    ['that went beyond by more is the market', minor, [1000, [20, 1200], [20, 981]], '...'],
  ])('between the days of a sparse archive %s', (_, currency, cells, faults) => {
    expect(marked(currency, cells)).toBe(faults);
  });
});

describe('with hindsight, a level that stayed', () => {
  it.each<[string, readonly Cell[], string]>([
    ['is believed from its first day', [1, 2, 2, 2, 2], '.....'],
    ['also where days are missing in it', [1, 2, null, 2, 2], '.. ..'],
    ['is not known yet on its second day, where it is far', [1, 2, 2], '.xx'],
    ['is known on its second day, where it is near', [1, 1.2, 1.2], '...'],
    ['or as soon as it is near', [1, 1.28, 1.24], '...'],
    ['but not where it moves off as the days allow', [1, 1.24, [5, 1.34]], '.xx'],
    ['is not known yet where it was near at first', [1, 1.24, 1.28], '.xx'],
    ['is not known yet on its first day', [1, 1.2], '.x'],
    ['but what is plausible is', [1, 1.05], '..'],
    ['may drift as it stands, as far as the days allow', [1, 10, 10.6, [4, 11.5], 11.5], '.x...'],
    ['may have been reached by an error', [1, 30, 2, 2, 2], '.x...'],
    ['may be left again', [1, 2, 2, 2, 4, 4, 4], '.......'],
    ['is known on its second day where the last one is too old', [1, null, [29, 7], 7], '. ..'],
    ['but not a day earlier', [1, null, [28, 7], 7], '. xx'],
  ])('%s: %j', (_, cells, faults) => {
    expect(marked(minor, cells)).toBe(faults);
  });

  it.each<[string, readonly Cell[], string]>([
    ['is believed where the archive begins', [7, 7], '..'],
    ['also where it is wrong', [7, 1, 1, 1], '....'],
    ['is not known yet where the currency is new', [null, 7], ' s'],
    ['is believed from its first day as soon as there are two', [null, 7, 7], ' ..'],
    ['is none where the second one is another', [null, 7, 1, 1], ' s..'],
  ])('and is the first %s: %j', (_, cells, faults) => {
    expect(marked(minor, cells)).toBe(faults);
  });
});

describe('with hindsight, facts', () => {
  it('tell of known faults, and what lies around them is as if they were not there', () => {
    const knownFaults = [{ code: 'ZMW', from: '2026-03-03', to: '2026-03-05', reason: '', source: '' }];
    expect(marked(currencyOf('minor', { knownFaults }), [1, 1, 7, 1, 9, 1, 1])).toBe('..kkk..');
    expect(
      marked(currencyOf('peg', { knownFaults, parityFactor: 1.02 }), [1, 1, 7, 1.1, 1, 1.1], { atParity: 1 }),
    ).toBe('..kkkp');
  });

  it('tell of redenominations', () => {
    const redenominations = [{ code: 'ZMW', date: '2026-03-02', ratio: 100, source: '' }];
    const syp = currencyOf('minor', { redenominations });
    expect(marked(syp, [13000, 130])).toBe('..');
    expect(marked(syp, [13000, 130, [90, 13000], 13000, 13000])).toBe('..fff');
  });

  it.each<[string, readonly Cell[], string]>([
    ['within 2% of its parity', [100, 102, 98.1, 100], '....'],
    ['not beyond, however often it is repeated', [100, 102.1, 103, 103, 103], '.pppp'],
    ['nor up to 25% off, on the first day either', [125, 125, 125, 125, 100], 'pppp.'],
    ['beyond that where it stands', [100, 126, 126, 126], '....'],
    ['not where it does not', [100, 126, 126], '.xx'],
    ['also where it was so on the first day', [200, 200], '..'],
    ['not where it was not', [200, 100], 'x.'],
    ['and may move then', [100, 200, 200, 200, 209, [4, 226]], '......'],
    ['nor where it is back in time', [100, ...times(9, 126), 100, 100, 100], `.${'x'.repeat(9)}...`],
    ['nor where it was quoted near its parity then', [100, 126, 126, 126, 103, 100, 100, 100], '.xxxp...'],
  ])('tell of a parity: believed is a peg %s: %j', (_, cells, faults) => {
    expect(marked(peg, cells, { atParity: 100 })).toBe(faults);
  });

  it('tell of a parity that moves with its anchor', () => {
    const quotes = quotesOf([100, 200, 200, 50, 190]).map((quote, index) => ({
      ...quote,
      atParity: index < 4 ? quote.offered : 50,
    }));
    expect(faultsWithHindsight(peg, quotes).map(({ rate }) => rate)).toEqual([190]);
    const away = quotesOf([100, 300, 300, 300, 150, 150, 150]).map((quote, index) => ({
      ...quote,
      atParity: index === 0 ? 100 : 150,
    }));
    expect(faultsWithHindsight(peg, away).map(({ rate }) => rate)).toEqual([300, 300, 300]);
  });
});

describe('with hindsight, a level that was left', () => {
  it.each<[string, readonly Cell[], string]>([
    ['is not believed again after more than 60 days', [600, 100, 100, 100, [90, 600], 600, 600], '....fff'],
    ['may be after fewer, as it stands', [600, 100, 100, 100, [55, 100], [3, 600], 600, 600], '........'],
    ['may be where it was near', [500, 100, 100, 100, [90, 500], 500, 500], '.......'],
    ['may be come near', [600, 100, 100, 100, [90, 300], 300, 300], '.......'],
  ])('%s: %j', (_, cells, faults) => {
    expect(marked(minor, cells)).toBe(faults);
  });
});

describe('whatever was quoted, hindsight', () => {
  const cell = fc.tuple(
    fc.constantFrom(1, 1, 1, 2, 5, 20, 45, 70),
    fc.constantFrom<(number | null)[]>(1, 1, 1, 1.04, 1.1, 1.2, 1.5, 10, 10, 100, null),
  );

  it.each([
    ['by its moves', minor, cell],
    ['by a parity', peg, fc.tuple(fc.constantFrom(1, 1, 20, 45), fc.constantFrom(1, 1, 1.01, 1.1, 10, 100, null))],
  ])('says of the newest day what was said on it, unless it knows better of a day before, %s', (_, currency, cell) => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 12 }), (cells) => {
        const quotes = quotesOf(cells, { atParity: 1 });
        const faults = new Set(faultsWithHindsight(currency, quotes).map(({ date }) => date));
        const published = judgeCurrency(currency, quotes).verdicts.map((verdict) =>
          ['ok', 'accepted'].includes(stateOf(verdict)),
        );
        const differing = quotes.filter(
          ({ date, offered }, index) => offered !== null && published[index] === faults.has(date),
        );
        expect(differing).not.toEqual(quotes.slice(-1));
      }),
      { numRuns: 2000 },
    );
  });
});
