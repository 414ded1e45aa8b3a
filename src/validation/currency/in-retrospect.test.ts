import { describe, expect, it } from 'vitest';
import { type Cell, factsOf, sourceValuesOf } from '../../testing/data/source-values.ts';
import { rejectedInRetrospect } from './in-retrospect.ts';
import type { CurrencyFacts, SourceValue } from './source-value.ts';
import { validateCurrency } from './validate-currency.ts';

const rejected = (facts: CurrencyFacts, sourceValues: readonly SourceValue[]) =>
  rejectedInRetrospect(facts, sourceValues, validateCurrency(facts, sourceValues).decisions);

/** One character per value in retrospect: `x` for values that history leaves out, `-` for missing values. */
function inRetrospect(
  facts: CurrencyFacts,
  cells: readonly Cell[],
  place?: Parameters<typeof sourceValuesOf>[1],
): string {
  const sourceValues = sourceValuesOf(cells, place);
  const dates = new Set(rejected(facts, sourceValues).map(({ date }) => date));
  return sourceValues.map(({ date, value }) => (value === null ? '-' : dates.has(date) ? 'x' : '.')).join('');
}
const times = (value: number, count: number): number[] => Array.from({ length: count }, () => value);
const minor = factsOf('minor');
const peg = factsOf('peg', { anchor: 'EUR', parityFactor: 1.02 });

describe('validation in retrospect (later days are known)', () => {
  it.each<[string, readonly Cell[], string]>([
    ['accepts a new level from its first day if the level was accepted later', [1, 4, 4, 4, 4], '.....'],
    ['rejects a level that is still in doubt', [1, 4, 4], '.xx'],
    ['rejects a level that was never accepted', [1, 4, 4, 1, 1], '.xx..'],
    ['rejects only the 9 of the rates 1, 9, 4, 4, 4, because 4 became the new level', [1, 9, 4, 4, 4], '.x...'],
    ['rejects an accepted level if the rate later returns to the old level', [1, 4, 4, 4, 1, 1, 1], '.xxx...'],
    ['rejects a single wrong value even if it follows a rejected level', [1, 4, 4, 4, 1, 1, 1, 9, 1], '.xxx...x.'],
    ['rejects rates that return to the old level, while the return is in doubt', [1, 4, 4, 4, 1, 1], '....xx'],
    ['accepts a return to the old level even if a day later has no value', [1, 4, 4, 4, 1, null, 1, 1, 1], '.xxx.-...'],
    ['accepts a value that was in doubt because of an earlier wrong value', [100, [26, 115], 97, 100, 100], '.x...'],
    ['neither accepts nor rejects a missing value', [1, null, 1], '.-.'],
    ['rejects two wrong levels in a row', [1, 4, 4, 4, 1, 1, 1, ...times(0.3, 3), ...times(1, 3)], '.xxx...xxx...'],
  ])('%s', (_, cells, signs) => {
    expect(inRetrospect(minor, cells)).toBe(signs);
  });

  it('gives a reason for each rejected value', () => {
    expect(
      rejected(minor, sourceValuesOf([1, 4, 4, 4, 1, 1, 1, 9])).map(({ rate, date, day, reason }) => [
        rate,
        date,
        day,
        reason,
      ]),
    ).toEqual([
      [4, '2026-03-02', 20514, 'implausible_move'],
      [4, '2026-03-03', 20515, 'implausible_move'],
      [4, '2026-03-04', 20516, 'implausible_move'],
      [9, '2026-03-08', 20520, 'implausible_move'],
    ]);
    const facts = factsOf('minor', {
      knownFaults: [{ code: 'ZMW', from: '2026-03-02', to: '2026-03-02', reason: '', sources: [] }],
    });
    expect(rejected(facts, sourceValuesOf([1, 1, 1])).map(({ reason }) => reason)).toEqual(['known_fault']);
    expect(rejected(peg, sourceValuesOf([100, 110, 100], { parity: 100 })).map(({ reason }) => reason)).toEqual([
      'off_parity',
    ]);
  });

  it('rejects all values of a currency that never had a valid rate', () => {
    const sourceValues = sourceValuesOf([110, 120], { parity: 100 });
    expect(rejected(factsOf('peg', { anchor: 'USD', parityFactor: 1.02 }), sourceValues)).toHaveLength(2);
  });

  it('accepts a different level on days when another source was used (option --new-source)', () => {
    const sourceValues = sourceValuesOf([1, 1, 1.4, 1.4, 1.4, 1.4, 1, 1, 1, 1]);
    const source = (index: number) => (index >= 2 && index < 6 ? 'bank' : undefined);
    expect(
      rejected(
        minor,
        sourceValues.map((sourceValue, index) => ({ ...sourceValue, source: source(index) })),
      ),
    ).toEqual([]);
    expect(rejected(minor, sourceValues)).toHaveLength(4);
  });

  it('rejects a 15% change after 25 days without a dataset if the rate later returns to the old level', () => {
    expect(rejected(minor, sourceValuesOf([100, [26, 115], [14, 100]]))).toMatchObject([
      { rate: 115, reason: 'implausible_move' },
    ]);
  });

  it.each([5, 17, 59, 90])(
    'rejects rates in a currency’s old unit if the source uses the old unit again %d days after the change',
    (days) => {
      const facts = factsOf('minor', {
        redenomination: { code: 'ZMW', date: '2026-03-02', ratio: 100, sources: [] },
      });
      const cells = [13000, ...times(130, days), ...times(13000, 100), ...times(130, 3)];
      expect(inRetrospect(facts, cells)).toBe(`.${'.'.repeat(days)}${'x'.repeat(100)}...`);
    },
  );

  it('accepts a level that was valid for 20 days, even if witnesses contradict this level later', () => {
    const sourceValues = sourceValuesOf(times(100, 50)).map((sourceValue, index) => ({
      ...sourceValue,
      comparisons: ['a', 'b'].map((witness) => ({
        ...{ date: sourceValue.date, code: 'ZMW', witness, asOf: sourceValue.date },
        ratio: index < 20 ? 1 : 1000 * (1 + (index % 7) / 1000),
      })),
    }));
    expect(rejected(minor, sourceValues)).toEqual([]);
    // Until the contradiction ends, only the ten contradicted values are rejected.
    expect(rejected(minor, sourceValues.slice(0, 30)).map(({ reason }) => reason)).toEqual(
      Array(10).fill('contradicted'),
    );
  });

  it('accepts a level that a witness confirmed, even if the rate leaves this level after one day', () => {
    const sourceValues = sourceValuesOf([100, 1000, 100, 100]).map((sourceValue, index) => ({
      ...sourceValue,
      comparisons:
        index === 1 ? [{ date: sourceValue.date, code: 'ZMW', witness: 'a', ratio: 1, asOf: sourceValue.date }] : [],
    }));
    expect(rejected(minor, [...sourceValues, ...sourceValuesOf(times(100, 9), { from: '2026-03-05' })])).toEqual([]);
  });

  it('rejects a pegged currency’s value that was valid only because its anchor had a wrong rate', () => {
    // At the time, the second day's parity was 120, because the anchor's rate was wrong. In retrospect, it is 100.
    const then = sourceValuesOf([100, 120, 100]).map((sourceValue, index) => ({
      ...sourceValue,
      parity: { ...sourceValue, rate: index === 1 ? 120 : 100 },
    }));
    const { decisions } = validateCurrency(peg, then);
    const now = then.map((sourceValue) => ({ ...sourceValue, parity: { ...sourceValue.parity, rate: 100 } }));
    expect(rejectedInRetrospect(peg, now, decisions)).toMatchObject([{ rate: 120 }]);
  });

  it('accepts a pegged currency’s values if the currency and its anchor move to a new level and back together', () => {
    const sourceValues = sourceValuesOf([100, 150, 150, 100]).map((sourceValue) => ({
      ...sourceValue,
      parity: { ...sourceValue, rate: sourceValue.value ?? NaN },
    }));
    expect(rejected(peg, sourceValues)).toEqual([]);
  });

  it('accepts a pegged currency’s newest published value even if it contradicts the anchor’s corrected rate', () => {
    const then = sourceValuesOf([100, 120]).map((sourceValue) => ({
      ...sourceValue,
      parity: { ...sourceValue, rate: sourceValue.value ?? NaN },
    }));
    const { decisions } = validateCurrency(peg, then);
    const now = then.map((sourceValue) => ({ ...sourceValue, parity: { ...sourceValue.parity, rate: 100 } }));
    expect(rejectedInRetrospect(peg, now, decisions)).toEqual([]);
  });
});
