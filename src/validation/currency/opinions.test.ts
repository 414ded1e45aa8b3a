import { describe, expect, it } from 'vitest';
import { ratioOf } from '../../archive/comparison.ts';
import type { CurrencyFacts, Decision, SourceValue } from './source-value.ts';
import { factsOf, sourceValuesOf } from '../../testing/data/source-values.ts';
import { dateOfDay } from '../../money/calendar.ts';
import { validateCurrency, type ValidatedCurrency } from './validate-currency.ts';

/** A dataset's value and the witnesses' rates, per 1 USD. `late` is the age of the witnesses' rates in days. */
type Day = readonly [value: number | null, witnesses?: Readonly<Record<string, number>>];

function sourceValuesWith(days: readonly Day[], parity: number | null = null): SourceValue[] {
  return sourceValuesOf(
    days.map(([value]) => value),
    { parity },
  ).map((sourceValue, index) => {
    const { late = 0, ...rates } = days[index]?.[1] ?? {};
    const comparisons = Object.entries(rates).map(([witness, rate]) => ({
      ...{ date: sourceValue.date, code: 'ZMW', witness, asOf: dateOfDay(sourceValue.day - late) },
      ratio: ratioOf(rate, sourceValue.value ?? NaN) ?? NaN,
    }));
    return { ...sourceValue, comparisons };
  });
}

const signs = { held: 'h', accepted: 'A', omitted: 'o', frozen: 'F' };
const inSigns = ({ decisions }: ValidatedCurrency) =>
  decisions.map((decision) => (decision === 'ok' ? '.' : signs[decision.state])).join('');
const decided = (facts: CurrencyFacts, days: readonly Day[], parity?: number) =>
  inSigns(validateCurrency(facts, sourceValuesWith(days, parity)));
const last = (facts: CurrencyFacts, days: readonly Day[], parity?: number): Decision =>
  validateCurrency(facts, sourceValuesWith(days, parity)).decisions.at(-1) ?? expect.fail();
/** Repeats a day. The dataset's and the witnesses' rates move a little each day, so that they aren't frozen. */
const repeated = ([value, witnesses = {}]: Day, count: number): Day[] =>
  Array.from({ length: count }, (_, day) => {
    const wander = 1 + (day % 7) / 1000;
    const wandering = Object.entries(witnesses).map(([name, rate]) => [name, name === 'late' ? rate : rate * wander]);
    return [value === null ? null : value * wander, Object.fromEntries(wandering) as Record<string, number>];
  });
const minor = factsOf('minor');
const severalRates = factsOf('minor', { hasSeveralRates: true });
const major = factsOf('major');
const crypto = factsOf('crypto');
const peg = factsOf('peg', { parityFactor: 1.02 });

describe('one witness (source for cross-checks)', () => {
  it.each<[string, CurrencyFacts, readonly Day[], string]>([
    ['confirms a new level if the witness’s rate is at this level', minor, [[100], [1000, { a: 1000 }]], '.A'],
    ['confirms a new level if the witness’s rate is within 5% of this level', minor, [[100], [1000, { a: 953 }]], '.A'],
    ['doesn’t confirm a new level that is more than 5% from its rate', minor, [[100], [1000, { a: 952 }]], '.h'],
    ['confirms a new level that is twice as close as the old level', minor, [[100], [110, { a: 106.7 }]], '.A'],
    ['doesn’t confirm a level that is less than twice as close', minor, [[100], [110, { a: 106.4 }]], '.h'],
    ['confirms a crypto asset’s new level within 25% of its rate', crypto, [[100], [200, { a: 161 }]], '.A'],
    ['confirms a currency’s first value ever if the witness’s rate is the same', minor, [[null], [7, { a: 7 }]], 'oA'],
    ['confirms yesterday’s level with a rate from yesterday', minor, [[100], [150], [150, { a: 150, late: 1 }]], '.hA'],
    [
      'doesn’t delay today’s level with a rate from yesterday',
      minor,
      [[100], [110, { a: 100, late: 1 }], [110]],
      '.hA',
    ],
    [
      'doesn’t delay tomorrow’s level with a rate from yesterday',
      minor,
      [[100], [110], [110, { a: 100, late: 2 }]],
      '.hA',
    ],
    ['delays yesterday’s level with a rate from yesterday', minor, [[100], [110], [110, { a: 100, late: 1 }]], '.hh'],
    ['confirms a new level with a rate that is four days old', minor, [[100], [150, { a: 150, late: 4 }]], '.A'],
    ['doesn’t confirm a new level with a rate that is five days old', minor, [[100], [150, { a: 150, late: 5 }]], '.h'],
    ['has no influence on a peg with an official parity', peg, [[100], [110, { a: 110 }], [100, { a: 300 }]], '.h.'],
  ])('%s', (_, facts, days, decisions) => {
    expect(decided(facts, days, facts === peg ? 100 : undefined)).toBe(decisions);
  });

  it('delays accepting a new level until ten datasets are at this level if the witness’s rate is at the old level', () => {
    expect(decided(minor, [[100], ...repeated([150, { a: 100 }], 11)])).toBe('.hhhhhhhhhA.');
    expect(last(minor, [[100], [150, { a: 100 }]])).toMatchObject({
      ...{ reason: 'implausible_move', needed_datasets: 10, witnesses: ['a'], bound: 1.05 },
    });
    // A move that needs ten datasets anyway isn't delayed further.
    expect(last(minor, [[100], [1000, { a: 100 }]])).toMatchObject({ needed_datasets: 10, witnesses: [] });
  });

  it.each<[string, readonly Day[], number, number]>([
    ['delays a new level if the witness’s rate is within 5% of the old level', [[100]], 104.9, 10],
    ['doesn’t delay a new level if the witness’s rate is more than 5% from the old level', [[100]], 105.1, 3],
    ['delays a new level if its rate is within 5% of the last good value', [[100], [104], [108]], 112, 10],
    ['after 3 days without values, delays a level within 10.25%', [[100], [null], [null], [null]], 110, 10],
    ['after 3 days without values, delays no level beyond', [[100], [null], [null], [null]], 110.5, 3],
  ])('%s', (_, days, rate, needed_datasets) => {
    expect(last(minor, [...days, [150, { a: rate }]])).toMatchObject({ needed_datasets });
  });

  it('delays accepting a level if the witness’s rate is twice as close to the old level as to the new level', () => {
    expect(last(minor, [[100], [110, { a: 103.2 }]])).toMatchObject({ needed_datasets: 10 });
    expect(last(minor, [[100], [110, { a: 103.3 }]])).toMatchObject({ needed_datasets: 2 });
  });

  it('has no influence if its rate hasn’t changed for five days', () => {
    const frozen = Array.from({ length: 8 }, (): Day => [150, { a: 100 }]);
    expect(decided(minor, [[100], ...frozen])).toBe('.hhhhhA..');
    // The rate may also be known only by comparisons with values that move.
    const wandering = frozen.map((_, day): Day => [150 * (1 + day / 700), { a: 100 }]);
    expect(decided(minor, [[100], ...wandering])).toBe('.hhhhhA..');
    // The ratio, 0.6667, is that of rates from 99.9975 to 100.0125.
    const moving = (by: number) => frozen.map((_, day): Day => [150, { a: 100 + (day % 2) * by }]);
    expect(decided(minor, [[100], ...moving(0.012)])).toBe('.hhhhhA..');
    expect(decided(minor, [[100], ...moving(0.013)])).toBe('.hhhhhhhh');
  });

  it('has influence if its rate moves by less than rounding each day, but by more in five days', () => {
    const creeping = Array.from({ length: 8 }, (_, day): Day => [150, { a: 100 + day * 0.004 }]);
    expect(decided(minor, [[100], ...creeping])).toBe('.hhhhhhhh');
  });

  it('has influence even if its rate hasn’t changed for four days', () => {
    const days = [101, 101, 101, 101, 100, 100, 100, 100, 100].map((a): Day => [150, { a }]);
    expect(decided(minor, [[100], ...days])).toBe('.hhhhhhhhh');
  });

  it('has influence even if its rate is the same as in its last archived comparison, eleven days ago', () => {
    // The third comparison ends the dispute and is kept. Later comparisons aren't kept.
    const before: Day[] = [[100], [150, { a: 100 }], [100, { a: 100 }]];
    const after = (days: number): Day[] => [...before, ...repeated([100, { a: 100 }], days - 1), [150, { a: 100 }]];
    expect(last(minor, after(11))).toMatchObject({ needed_datasets: 10, witnesses: ['a'] });
    expect(last(minor, after(10))).toMatchObject({ needed_datasets: 3, witnesses: [] });
  });

  it('has influence on a pegged currency of unknown parity even if the witness’s rate hasn’t changed for days', () => {
    const days = Array.from({ length: 10 }, (): Day => [150, { a: 100 }]);
    expect(decided(factsOf('peg'), [[100], ...days])).toBe('.hhhhhhhhhA');
  });

  it('disputes a plausible value that is far from the witness’s rate, but the value is still published', () => {
    const { decisions, disputed } = validateCurrency(minor, sourceValuesWith(repeated([100, { a: 100_000 }], 60)));
    expect(new Set(decisions)).toEqual(new Set(['ok']));
    expect(disputed).toEqual([{ code: 'ZMW', witness: 'a', ratio: 1000, since: '2026-03-01', frozen: false }]);
  });

  it('has no influence if its rate is a thousand times the dataset’s rate', () => {
    expect(decided(minor, [[100], ...repeated([150, { a: 150_000 }], 3)])).toBe('.hhA');
  });

  it('doesn’t confirm a new level if a second witness is at the old level', () => {
    expect(decided(minor, [[100], ...repeated([150, { a: 150, b: 100 }], 3)])).toBe('.hhA');
  });

  it('can’t confirm a rate that is on the list of known wrong rates', () => {
    const knownFaults = [
      { code: 'ZMW', from: '2026-03-02' as const, to: '2026-03-31' as const, reason: '', sources: [] },
    ];
    expect(decided(factsOf('minor', { knownFaults }), [[100], [150, { a: 150 }]])).toBe('.h');
  });

  it('has no influence if its rate is still in a currency’s old unit (100 old units = 1 new unit)', () => {
    const redenomination = { code: 'ZMW', date: '2026-03-02' as const, ratio: 100, sources: [] };
    const facts = factsOf('minor', { redenomination });
    const { decisions, disputed, comparisons } = validateCurrency(
      facts,
      sourceValuesWith([[13000], [130, { a: 13000 }], [131, { a: 8668 }]]),
    );
    expect([decisions, disputed, comparisons]).toEqual([['ok', 'ok', 'ok'], [], []]);
    const further = validateCurrency(facts, sourceValuesWith([[13000], [130, { a: 19700 }]]));
    expect(further.disputed).toHaveLength(1);
  });
});

describe('two witnesses (sources for cross-checks)', () => {
  it('confirm a pegged currency’s value that is 10% from its parity if they agree with the value', () => {
    expect(decided(peg, [[100], [110, { a: 110, b: 110 }], [110]], 100)).toBe('.A.');
    expect(last(peg, [[100], [110, { a: 110, b: 111 }]], 100)).toMatchObject({
      ...{
        state: 'accepted',
        reason: 'confirmed',
        witnesses: ['a', 'b'],
        needed_datasets: 30,
        bound: 1.02,
        agreeing_datasets: 1,
      },
    });
  });

  it('confirm a pegged currency’s value 4% from its parity even if the parity was unknown the day before', () => {
    const sourceValues = sourceValuesWith([[100], [104], [104, { a: 104, b: 104 }]], 100);
    const withGap = sourceValues.map((sourceValue, index) =>
      index === 1 ? { ...sourceValue, parity: null } : sourceValue,
    );
    expect(inSigns(validateCurrency(peg, withGap))).toBe('..A');
  });

  it.each<[string, CurrencyFacts, number, string]>([
    ['contradict a major currency’s value that is more than 5% from their rates', major, 1.06, 'h'],
    ['don’t contradict a major currency’s value that is less than 5% from their rates', major, 1.04, '.'],
    ['contradict a stablecoin’s value that is more than 5% from their rates', factsOf('stablecoin'), 1.06, 'h'],
    ['contradict a minor currency’s value that is more than 25% from their rates', minor, 1.26, 'h'],
    ['don’t contradict a minor currency’s value that is less than 25% from their rates', minor, 1.24, '.'],
    ['contradict a crypto asset’s value that is more than 25% from their rates', crypto, 1.26, 'h'],
    ['don’t contradict a crypto asset’s value that is less than 25% from their rates', crypto, 1.24, '.'],
    ['contradict a fifth of their rates if a currency has several rates', severalRates, 5.1, 'h'],
    ['don’t contradict a value above a fifth of their rates', severalRates, 4.9, '.'],
  ])('%s', (_, facts, factor, sign) => {
    expect(decided(facts, [[100], [100.01, { a: 100 * factor, b: 101 * factor }]])).toBe(`.${sign}`);
  });

  it('can contradict a currency’s first value', () => {
    expect(decided(minor, [[100, { a: 200, b: 201 }]])).toBe('o');
  });

  it('can contradict a plausible value even if their rates are from yesterday', () => {
    expect(decided(minor, [[100], [100.01, { a: 200, b: 201, late: 1 }]])).toBe('.h');
  });

  it('can contradict a level that has just been accepted', () => {
    expect(decided(minor, [[100], [150], [150], [150], [150, { a: 400, b: 401 }]])).toBe('.hhAh');
  });

  it('can contradict a plausible value only until 30 datasets in a row have this value', () => {
    const days = repeated([100, { a: 200, b: 201 }], 40);
    expect(decided(minor, [[100], ...days])).toBe(`.${'h'.repeat(29)}A${'.'.repeat(10)}`);
    expect(last(minor, [[100], [100.1, { a: 200, b: 201 }]])).toMatchObject({
      ...{
        state: 'held',
        reason: 'contradicted',
        needed_datasets: 30,
        agreeing_datasets: 1,
        witnesses: ['a', 'b'],
        bound: null,
      },
      ...{ published: 100, published_as_of: '2026-03-01', basis: 'last_good_rate', ends_by: '2026-03-31' },
    });
  });

  it('can contradict a value again from a change of source on', () => {
    const days = repeated([100, { a: 200, b: 201 }], 32);
    const sourceValues = sourceValuesWith([[100], ...days]).map((value, index) =>
      index === 32 ? { ...value, source: 'another' } : value,
    );
    expect(inSigns(validateCurrency(minor, sourceValues))).toBe(`.${'h'.repeat(29)}A.h`);
  });

  it('can contradict a value again after they have agreed with the value', () => {
    const days = [...repeated([100, { a: 200, b: 201 }], 31), ...repeated([100, { a: 100, b: 100 }], 1)];
    expect(decided(minor, [[100], ...days, ...repeated([100, { a: 200, b: 201 }], 2)])).toBe(`.${'h'.repeat(29)}A..hh`);
  });

  it('keep a contradicted value in doubt on later days, even if the witnesses can’t be reached then', () => {
    const days = repeated([100, { a: 200, b: 201 }], 3);
    expect(decided(minor, [[100], ...days, ...repeated([100], 30)])).toBe(`.${'h'.repeat(29)}A...`);
    // The contradiction continues even if another witness agrees with the value.
    expect(decided(minor, [[100], ...days, [100.1, { c: 100 }]])).toBe('.hhhh');
    // The value is valid if a witness that contradicted it responds and no longer contradicts it.
    expect(decided(minor, [[100], ...days, [100.1, { a: 100 }]])).toBe('.hhh.');
    expect(decided(minor, [[100], ...days, [100.1, { a: 100, c: 100 }]])).toBe('.hhh.');
    // A contradiction of one level doesn't apply to another level.
    expect(decided(minor, [[100], ...repeated([150, { a: 400, b: 401 }], 2), [300], [300], [300]])).toBe('.hhhhA');
    expect(decided(minor, [[100], ...repeated([104, { a: 200, b: 201 }], 2), [98]])).toBe('.hh.');
  });

  it('can contradict a level that is already in doubt', () => {
    expect(decided(minor, [[100], [150], ...repeated([150, { a: 400, b: 401 }], 29)])).toBe(`.${'h'.repeat(29)}A`);
  });

  it('can’t contradict a value if they disagree with each other', () => {
    expect(decided(minor, [[100], ...repeated([100, { a: 200, b: 300 }], 5)])).toBe('......');
    // Two witnesses agree with each other if their rates are within 5%.
    expect(decided(minor, [[100], [100.1, { a: 200, b: 209 }], [100.2, { a: 200, b: 211 }]])).toBe('.h.');
  });

  it('can contradict a new level until 30 datasets in a row are at this level', () => {
    expect(decided(minor, [[100], ...repeated([150, { a: 100, b: 100 }], 31)])).toBe(`.${'h'.repeat(29)}A.`);
  });

  it('can’t contradict a new level that began today if their rates are from yesterday', () => {
    expect(decided(minor, [[100], [150, { a: 100, b: 100, late: 1 }], [150], [150]])).toBe('.hhA');
  });

  it('can’t contradict a value if the rate of one witness hasn’t changed for five days', () => {
    const days = repeated([100, {}], 8).map(([value], day): Day => [value, { a: 200, b: 200 * (1 + day / 1000) }]);
    expect(decided(major, [[100], ...days])).toBe('.hhhhh...');
  });

  it('can’t contradict a pegged currency’s value that is at its official parity', () => {
    expect(decided(peg, repeated([100, { a: 200, b: 200 }], 3), 100)).toBe('...');
  });
});

describe('evidence.csv (archived comparisons with witnesses)', () => {
  const keptOf = (days: readonly Day[]) =>
    validateCurrency(minor, sourceValuesWith(days)).comparisons.map(
      ({ date, witness }) => `${date.slice(8)} ${witness}`,
    );

  it('has the comparisons of each value that was in doubt or that a witness disputed', () => {
    expect(
      keptOf([
        [100, { a: 100, b: 100 }],
        [101, { a: 101, b: 130 }],
        [102, { a: 102, b: 102 }],
        [103, { b: 103 }],
      ]),
    ).toEqual(['02 b', '03 b']);
    expect(
      keptOf([
        [100, { a: 100 }],
        [150, { a: 120, b: 150 }],
        [150, { a: 150 }],
      ]),
    ).toEqual(['02 a', '02 b', '03 a']);
  });

  it('has no comparison of an undisputed rate, even if the rate is unchanged for nine days', () => {
    expect(keptOf(Array.from({ length: 9 }, (): Day => [100, { a: 100 }]))).toEqual([]);
  });

  it('has enough comparisons to repeat the validation with the same result', () => {
    const days: Day[] = [
      ...repeated([100, { a: 100, b: 100 }], 5),
      ...repeated([150, { a: 100, b: 150 }], 4),
      ...repeated([300, { a: 150, b: 700 }], 12),
      ...repeated([300, { a: 900, b: 905 }], 12),
      ...repeated([300, { a: 300 }], 3),
    ];
    const sourceValues = sourceValuesWith(days);
    const first = validateCurrency(minor, sourceValues);
    const again = validateCurrency(
      minor,
      sourceValues.map((sourceValue) => ({
        ...sourceValue,
        comparisons: first.comparisons.filter(({ date }) => date === sourceValue.date),
      })),
    );
    expect(again).toEqual(first);
    expect(first.comparisons.length).toBeLessThan(sourceValues.flatMap(({ comparisons }) => comparisons).length);
  });
});

describe('dispute (a witness’s rate is far from a published value)', () => {
  const disputesOf = (days: readonly Day[]) => validateCurrency(minor, sourceValuesWith(days)).disputed;

  it('begins with a value far from the witness’s rate and ends with the next value close to the witness’s rate', () => {
    const far: Day[] = [
      [100, { a: 100 }],
      [100, { a: 106 }],
      [101, { a: 108 }],
    ];
    expect(disputesOf(far)).toMatchObject([{ witness: 'a', since: '2026-03-02' }]);
    expect(disputesOf([...far, [101, { a: 101 }]])).toEqual([]);
    expect(disputesOf([...far, [101, { a: 101 }], [101, { a: 120 }]])).toMatchObject([{ since: '2026-03-05' }]);
    expect(disputesOf([...far, [101]])).toEqual([]);
  });

  it('states whether the witness’s rate is frozen (hasn’t changed for days)', () => {
    const days = Array.from({ length: 6 }, (): Day => [100, { a: 130 }]);
    expect(disputesOf(days)).toMatchObject([{ frozen: true }]);
    expect(disputesOf(days.slice(1))).toMatchObject([{ frozen: false }]);
    const onSomeDays = Array.from({ length: 8 }, (_, day): Day => [
      100 + day / 10,
      day % 3 && day < 7 ? {} : { a: 200 },
    ]);
    expect(disputesOf(onSomeDays)).toMatchObject([{ frozen: true }]);
  });
});
