import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ArchivedDay } from '../../archive/archive.ts';
import { type Comparison, ratioOf } from '../../archive/comparison.ts';
import { composedProvider } from '../../sources/provider.ts';
import { catalogue } from '../../money/currencies/catalogue.ts';
import { dateOfDay, dayNumber } from '../../money/calendar.ts';
import { type Cell, factsOf, sourceValuesOf } from '../../testing/data/source-values.ts';
import { MAX_DATASETS } from './doubts.ts';
import { canFollow } from './moves.ts';
import { isPublished, type SourceValue } from './source-value.ts';
import { ValidatedArchive } from '../validate-archive.ts';
import { validateCurrency } from './validate-currency.ts';

const volatility = fc.constantFrom(
  'peg' as const,
  'stablecoin' as const,
  'major' as const,
  'minor' as const,
  'crypto' as const,
);
/** Rates of a source or a witness, which jump between a few levels and move by up to 2% around a level. */
const level = fc
  .tuple(fc.constantFrom(1, 1.1, 1.3, 3, 10, 100, 1000), fc.double({ min: 0.98, max: 1.02, noNaN: true }))
  .map(([base, wobble]) => base * wobble);
const cell = fc.oneof({ weight: 8, arbitrary: level }, { weight: 1, arbitrary: fc.constant(null) });
/** Repeats each value on up to 40 days, so that some levels last. */
const column = fc
  .array(fc.tuple(cell, fc.integer({ min: 1, max: 40 })), { minLength: 1, maxLength: 8 })
  .map((runs) => runs.flatMap(([value, count]): Cell[] => Array.from({ length: count }, () => value)));
const witnessed = fc.array(fc.option(level, { nil: undefined }), { minLength: 1, maxLength: 30 });

function withWitnesses(
  sourceValues: readonly SourceValue[],
  ...sets: readonly (readonly (number | undefined)[])[]
): SourceValue[] {
  return sourceValues.map((sourceValue, index) => ({
    ...sourceValue,
    comparisons: sets.flatMap((set, witness): Comparison | [] => {
      const rate = set[index % set.length];
      if (rate === undefined || sourceValue.value === null) return [];
      const ratio = ratioOf(rate, sourceValue.value) ?? expect.fail();
      return { date: sourceValue.date, code: 'ZMW', witness: `w${witness}`, ratio, asOf: sourceValue.date };
    }),
  }));
}

describe('validation of random values with two witnesses that send random rates', () => {
  it('leaves no currency in doubt after 30 datasets in a row that agree on its rate', () => {
    fc.assert(
      fc.property(volatility, column, witnessed, witnessed, fc.option(level), (kind, cells, one, other, parity) => {
        const facts = factsOf(kind, { parityFactor: parity === null ? null : 1.02 });
        const sourceValues = withWitnesses(sourceValuesOf(cells, { parity }), one, other);
        const { decisions } = validateCurrency(facts, sourceValues);
        let agreeing = 0;
        for (const [index, sourceValue] of sourceValues.entries()) {
          const before = sourceValues[index - 1];
          const rates = [before?.value ?? NaN, sourceValue.value ?? NaN];
          const follows = canFollow(
            facts,
            { ...(before ?? sourceValue), rate: rates[0] ?? NaN },
            { ...sourceValue, rate: rates[1] ?? NaN },
          );
          const decision = decisions[index] ?? expect.fail();
          agreeing = isPublished(decision) ? 0 : follows ? agreeing + 1 : 1;
          if (sourceValue.value === null) agreeing = 0;
          expect(agreeing).toBeLessThan(MAX_DATASETS);
        }
      }),
    );
  });

  it('states, for each value in doubt, what is needed to end the doubt, and a date in the future by which it ends', () => {
    fc.assert(
      fc.property(volatility, column, witnessed, witnessed, fc.boolean(), (kind, cells, one, other, isComposed) => {
        const source = isComposed ? composedProvider.name : undefined;
        const sourceValues = withWitnesses(sourceValuesOf(cells), one, other).map((value) => ({ ...value, source }));
        for (const [index, decision] of validateCurrency(factsOf(kind), sourceValues).decisions.entries()) {
          if (isPublished(decision) || decision === 'ok') continue;
          const { date, value } = sourceValues[index] ?? expect.fail();
          const { state, ends_by, agreeing_datasets, needed_datasets } = decision;
          expect(agreeing_datasets).toBeLessThan(needed_datasets ?? 0);
          if (value === null) expect([agreeing_datasets, needed_datasets]).toEqual([0, 1]);
          // A currency that the source no longer has stays omitted until the source has it again, so it has no date.
          if (value === null && state === 'omitted') expect(ends_by).toBeNull();
          else expect(ends_by !== null && ends_by > date).toBe(true);
        }
      }),
    );
  });

  it('makes the same decisions again if given only the comparisons that the archive keeps', () => {
    fc.assert(
      fc.property(volatility, column, witnessed, witnessed, (kind, cells, one, other) => {
        const sourceValues = withWitnesses(sourceValuesOf(cells), one, other);
        const first = validateCurrency(factsOf(kind), sourceValues);
        const kept = Map.groupBy(first.comparisons, ({ date }) => date);
        const again = sourceValues.map((sourceValue) => ({
          ...sourceValue,
          comparisons: kept.get(sourceValue.date) ?? [],
        }));
        expect(validateCurrency(factsOf(kind), again)).toEqual(first);
      }),
    );
  });
});

describe('validation of random values of several currencies', () => {
  const codes = ['USD', 'EUR', 'ZAR', 'LSL', 'XOF', 'ZMW', 'BTC'];
  const listed = catalogue.filter(({ code }) => codes.includes(code));
  const row = fc.record(Object.fromEntries(codes.slice(1).map((code) => [code, cell])));
  const daysOf = (rows: readonly Readonly<Record<string, number | null | undefined>>[]): ArchivedDay[] =>
    rows.map((rates, index) => ({
      date: dateOfDay(dayNumber('2026-03-01') + index),
      rates: new Map([
        ['USD', 1],
        ...Object.entries(rates).flatMap(([code, rate]): [string, number][] => (rate == null ? [] : [[code, rate]])),
      ]),
    }));
  const rows = fc.array(row, { minLength: 1, maxLength: 60 });

  it('rejects a value of the newest day if, and only if, it doesn’t publish the value', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const days = daysOf(given);
        const validated = new ValidatedArchive({ days, comparisons: [] }, listed);
        const [newest, result] = [days.at(-1) ?? expect.fail(), validated.newest()];
        const left = validated
          .rejected()
          .filter(({ date }) => date === newest.date)
          .map(({ code }) => code);
        const unpublished = [...newest.rates.keys()].filter((code) => !isPublished(result.quality.get(code) ?? 'ok'));
        expect(left.toSorted()).toEqual(unpublished.toSorted());
      }),
      { numRuns: 60 },
    );
  });

  it('returns the same decisions about other currencies if the values of ZMW, which no currency is pegged to, change', () => {
    fc.assert(
      fc.property(rows, column, (given, other) => {
        const changed = given.map((each, index) => {
          const value = other[index % other.length];
          return { ...each, ZMW: typeof value === 'number' ? value : null };
        });
        const resultsOf = (each: typeof given) => {
          const validated = new ValidatedArchive({ days: daysOf(each), comparisons: [] }, listed);
          const others = validated
            .days()
            .map(({ rates, quality }) => [
              [...rates].filter(([code]) => code !== 'ZMW'),
              [...quality].filter(([code]) => code !== 'ZMW'),
            ]);
          return [others, validated.rejected().filter(({ code }) => code !== 'ZMW')];
        };
        expect(resultsOf(changed)).toEqual(resultsOf(given));
      }),
      { numRuns: 60 },
    );
  });

  it('doesn’t change its decisions about earlier days when later days are added', () => {
    fc.assert(
      fc.property(rows, fc.nat(), (given, cut) => {
        const days = daysOf(given);
        const first = days.slice(0, 1 + (cut % days.length));
        const whole = new ValidatedArchive({ days, comparisons: [] }, listed).days();
        expect(new ValidatedArchive({ days: first, comparisons: [] }, listed).days()).toEqual(
          whole.slice(0, first.length),
        );
      }),
      { numRuns: 60 },
    );
  });
});
