import type { IsoDate } from '../money/calendar.ts';
import { describe, expect, it } from 'vitest';
import type { Archive } from '../archive/archive.ts';
import type { Comparison } from '../archive/comparison.ts';
import { recordedCatalogue as catalogue, recordedDays } from '../testing/sites/small-site.ts';
import type { Quality } from './snapshot/quality.ts';
import { ValidatedArchive } from './validate-archive.ts';
import { refusalOf, validateDataset } from './validate-dataset.ts';

const days = recordedDays.days.slice(-5);
const today = days.at(-1) ?? expect.fail();
const validated = new ValidatedArchive({ days, comparisons: [] }, catalogue).newest();
const later = (date: IsoDate) => ({ date, rates: today.rates });

it('validateDataset (decides which of a dataset’s rates are published) > omits a currency that is new in the datasets until a second dataset has it', () => {
  const codes = catalogue
    .filter(({ volatility }) => volatility === 'minor')
    .slice(-12)
    .map(({ code }) => code);
  const before = days.map(({ date, rates }) => ({
    date,
    rates: new Map([...rates].filter(([code]) => !codes.includes(code))),
  }));
  const first = validateDataset(later('2026-09-30'), { days: before, gaps: [], comparisons: [] }, catalogue);
  expect(
    [...first.validated.newest().quality].map(([code, { state, reason }]) => [code, state, reason]).sort(),
  ).toEqual(codes.map((code) => [code, 'omitted', 'no_recent_rate']).sort());
  const second = validateDataset(later('2026-10-01'), first.archive, catalogue);
  expect(codes.filter((code) => !second.validated.newest().rates.has(code))).toEqual([]);
});

it('validateDataset (decides which of a dataset’s rates are published) > publishes nearly all currencies after a year without datasets', () => {
  const old = recordedDays.days.filter(({ date }) => date < '2025-09-30');
  const newest = validateDataset(
    later('2026-09-30'),
    { days: old, gaps: [], comparisons: [] },
    catalogue,
  ).validated.newest();
  const waiting = [...newest.quality].filter(([, { reason }]) => reason === 'no_recent_rate').map(([code]) => code);
  expect(waiting).toEqual(expect.arrayContaining(['BOB', 'SSP']));
  expect(waiting.length).toBeLessThan(10);
  // IRR has moved by more than a factor of 5 since its last good rate.
  expect(newest.quality.get('IRR')).toMatchObject({ reason: 'implausible_move', needed_datasets: 10 });
  expect(newest.rates.size).toBeGreaterThan(155);
});

it('validateDataset (decides which of a dataset’s rates are published) > ignores archived days that are later than the dataset', () => {
  const { archive, validated } = validateDataset(
    days[1] ?? expect.fail(),
    { days, gaps: [], comparisons: [] },
    catalogue,
  );
  expect(archive.days).toEqual(days.slice(0, 2));
  expect(validated.newest()).toEqual(
    validateDataset(
      days[1] ?? expect.fail(),
      { days: days.slice(0, 1), gaps: [], comparisons: [] },
      catalogue,
    ).validated.newest(),
  );
});

it.each([
  ['2026-10-08', null],
  ['2026-10-09', expect.stringContaining('in doubt')],
])('refusalOf > doesn’t count doubts that began on the last composed day or earlier (%s)', (since, refusal) => {
  const doubted = { state: 'held', reason: 'implausible_move', since } as const;
  const quality = new Map([...today.rates.keys()].map((code) => [code, doubted as unknown as Quality]));
  const circumstances = { isComposed: false, lastComposed: '2026-10-08', newSource: undefined };
  const { rates } = recordedDays.days.findLast(({ rates }) => rates.size === catalogue.length) ?? today;
  expect(refusalOf(rates, { ...validated, quality }, catalogue, null, circumstances)).toEqual(refusal);
});

describe('comparisons of a dataset with witnesses (sources for cross-checks)', () => {
  const archive: Archive = { days, gaps: [], comparisons: [] };
  const dataset = later('2026-09-30');
  const compared = (code: string, ratio: number, date = dataset.date, witness = 'a.example'): Comparison => ({
    ...{ date, code, witness, ratio, asOf: date },
  });
  const validate = (given: typeof dataset, before: Archive, comparisons: readonly Comparison[] = []) =>
    validateDataset(given, before, catalogue, { comparisons, slip: null });
  const changed = (factors: Readonly<Record<string, number>>) => ({
    date: dataset.date,
    rates: new Map([...dataset.rates].map(([code, rate]) => [code, rate * (factors[code] ?? 1)])),
  });

  it('are archived only if they affect a decision', () => {
    const comparisons = ['EUR', 'THB', 'ZMW'].map((code) => compared(code, code === 'THB' ? 0.9 : 1));
    const known = validate(dataset, archive, comparisons);
    expect(known.archive.comparisons).toEqual([compared('THB', 0.9)]);
    expect(known.validated.newest().disputed).toEqual([
      { code: 'THB', witness: 'a.example', ratio: 0.9, since: '2026-09-30', frozen: false },
    ]);
    const next = { ...dataset, date: '2026-10-01' as const };
    const again = validate(next, known.archive, [compared('THB', 0.9, next.date)]);
    expect(again.archive.comparisons).toEqual([...known.archive.comparisons, compared('THB', 0.9, next.date)]);
    expect(new ValidatedArchive(again.archive, catalogue).newest()).toEqual(again.validated.newest());
  });

  it('are archived by date, with all currencies of a date together', () => {
    const dates = ['2026-09-30', '2026-10-01'] as const;
    const comparisons = dates.flatMap((date) => ['EUR', 'THB'].map((code) => compared(code, 0.9, date)));
    const grown = [...days, ...dates.map((date) => ({ ...dataset, date }))];
    expect(new ValidatedArchive({ days: grown, comparisons }, catalogue).kept()).toEqual(comparisons);
  });

  it('make validateDataset throw if they show that the dataset’s base isn’t USD', () => {
    expect(() =>
      validateDataset(dataset, archive, catalogue, { comparisons: [], slip: { witness: 'a.example', factor: 2 } }),
    ).toThrow(/as the rates of a\.example show: its base isn’t USD/);
  });

  it('still count for a later edition of the dataset if the witness doesn’t respond again', () => {
    const confirmed = validate(changed({ THB: 2 }), archive, [compared('THB', 1)]);
    expect(confirmed.validated.newest().quality.get('THB')).toMatchObject({ state: 'accepted', reason: 'confirmed' });
    const edition = changed({ THB: 2.02, EUR: 1.0001 });
    const again = validate(edition, confirmed.archive);
    expect(again.validated.newest().quality.get('THB')).toMatchObject({ state: 'accepted', reason: 'confirmed' });
    expect(again.archive.comparisons).toEqual([compared('THB', 0.9901)]);
    const other = validate(edition, confirmed.archive, [compared('THB', 1 / 2.02)]);
    expect(other.validated.newest().quality.get('THB')).toMatchObject({
      state: 'held',
      reason: 'implausible_move',
      needed_datasets: 10,
    });
    expect(other.archive.comparisons).toEqual([compared('THB', 1 / 2.02)]);
  });

  it('count only for the day on which they were made', () => {
    const first = validate(dataset, archive, [compared('EUR', 1.3)]);
    expect(first.validated.newest().disputed).toHaveLength(1);
    // The next day has no comparison, so its EUR rate isn't in doubt.
    const next = validate({ ...dataset, date: '2026-10-01' }, first.archive);
    expect(next.validated.newest().quality.get('EUR')).toBeUndefined();
    expect(next.archive.comparisons).toEqual(first.archive.comparisons);
  });

  it('are deleted if a later edition of the dataset lacks the compared currency', () => {
    const confirmed = validate(changed({ THB: 2 }), archive, [
      compared('THB', 1),
      compared('THB', 1, dataset.date, 'b'),
    ]);
    expect(confirmed.archive.comparisons).toHaveLength(2);
    expect(validate(changed({ THB: 1e-17 }), confirmed.archive).archive.comparisons).toEqual([]);
    const without = { ...dataset, rates: new Map([...dataset.rates].filter(([code]) => code !== 'THB')) };
    expect(validate(without, confirmed.archive).archive.comparisons).toEqual([]);
  });

  it('count together with another witness’s later comparisons of the same dataset', () => {
    const first = validate(changed({ THB: 2 }), archive, [compared('THB', 0.5)]);
    expect(first.validated.newest().quality.get('THB')).toMatchObject({ state: 'held', needed_datasets: 10 });
    const again = validate(changed({ THB: 2 }), first.archive, [compared('THB', 0.5, dataset.date, 'b.example')]);
    expect(again.validated.newest().quality.get('THB')).toMatchObject({
      needed_datasets: 30,
      witnesses: ['a.example', 'b.example'],
    });
  });
});
