import type { IsoDate } from '../money/calendar.ts';
import { agreeing } from '../testing/data/agreeing.ts';
import { describe, expect, it } from 'vitest';
import { newestDay } from '../archive/archive.ts';
import { recordedDays } from '../testing/sites/small-site.ts';
import { compare, notCompared, withLateResponses, type WitnessResponse } from './compare-witnesses.ts';

const dataset = newestDay(recordedDays) ?? expect.fail();
const { date } = dataset;
const requestedAt = '2026-09-30T06:17:00.000Z';
const codes = [...dataset.rates.keys()].filter((code) => code !== 'USD');
/** The factors of an ordinary witness, whose rates differ from the dataset's rates by up to 0.3%. */
const near = (_: string, index: number) => 1 + ((index % 7) - 3) / 1000;

/** A witness with the dataset's rates times a factor. If the factor is null, the witness lacks the currency. */
function witnessOf(
  factorOf: (code: string, index: number) => number | null,
  asOf: IsoDate | ((code: string) => IsoDate) = date,
  witness = 'a.example',
): WitnessResponse {
  const rates = codes.flatMap((code, index) => {
    const factor = factorOf(code, index);
    const rate = (dataset.rates.get(code) ?? NaN) * (factor ?? NaN);
    return factor === null ? [] : [[code, { rate, asOf: typeof asOf === 'string' ? asOf : asOf(code) }] as const];
  });
  return { witness, rates: new Map(rates) };
}
const scattered = (index: number) => 2 + index / 10;
/** A witness with 100 currencies. The first `count` currencies have the same factor, the others each have their own. */
const ofHundred = (count: number, factor: number, factorOf: (index: number) => number) =>
  witnessOf((_, index) => (index < count ? factor : index < 100 ? factorOf(index) : null));
/** Adds a currency that the dataset lacks to a witness's rates. */
const withOther = ({ witness, rates }: WitnessResponse): WitnessResponse => ({
  witness,
  rates: new Map([...(rates ?? []), ['XYZ', { rate: 1, asOf: date }]]),
});
const outcomes = (...answers: readonly WitnessResponse[]) =>
  compare(dataset, answers, requestedAt).report.requested.map(({ outcome }) => outcome);

describe('comparison of a dataset with witnesses (sources for cross-checks)', () => {
  it('has a ratio (the witness’s rate divided by the dataset’s) for each currency that both have', () => {
    const { comparisons, report, slip } = compare(
      dataset,
      [witnessOf((_, index) => (index < 19 ? 1.00004 + index / 1000 : index === 19 ? 1.0504 : null))],
      requestedAt,
    );
    // The ratio has four digits, but the numbers of agreeing currencies are counted with the exact ratios.
    expect(comparisons[3]).toEqual({ date, code: codes[3], witness: 'a.example', ratio: 1.003, asOf: date });
    expect(comparisons).toHaveLength(20);
    expect(slip).toBeNull();
    expect(report).toEqual({
      requested_at: requestedAt,
      requested: [{ witness: 'a.example', outcome: 'compared', compared: 20, agreeing: agreeing(5, 10, 19, 19) }],
      unwitnessed: codes.slice(20),
    });
  });

  it('is empty if the site uses no witnesses', () => {
    const nothing = { requested_at: null, requested: [], unwitnessed: codes };
    expect(compare(dataset, [], requestedAt)).toEqual({ comparisons: [], report: nothing, slip: null });
    expect(notCompared(dataset)).toEqual(nothing);
  });

  it('omits a witness’s rate that is months older than the dataset', () => {
    const answer = witnessOf(near, (code) => (code === 'EUR' ? '2026-01-01' : date));
    expect(compare(dataset, [answer], requestedAt).report.requested[0]).toMatchObject({
      compared: codes.length - 1,
    });
  });

  it('has an outcome for each witness, such as “compared” or “unreachable”', () => {
    const { comparisons, report } = compare(
      dataset,
      [
        witnessOf((code, index) => (code === 'BTC' ? null : near(code, index))),
        { witness: 'b.example', rates: null, outcome: 'unreachable', problem: 'no response' },
        witnessOf(near, date, 'c.example'),
      ],
      requestedAt,
    );
    expect(report.requested.map(({ witness, outcome }) => [witness, outcome])).toEqual([
      ['a.example', 'compared'],
      ['b.example', 'unreachable'],
      ['c.example', 'compared'],
    ]);
    expect(report.unwitnessed).toEqual([]);
    expect(comparisons.filter(({ code }) => code === 'BTC')).toHaveLength(1);
    expect(comparisons.filter(({ code }) => code === 'EUR')).toHaveLength(2);
  });
});

it('compare > throws if two witnesses have one name, because the archive can’t tell their comparisons apart', () => {
  const twice = () => compare(dataset, [witnessOf(near), witnessOf(near)], requestedAt);
  expect(twice).toThrow(new RangeError('Two witnesses have the name a.example. Name each witness once.'));
});

describe('witness (source for cross-checks, used only if its outcome is “compared”)', () => {
  it.each<[string, string, WitnessResponse]>([
    [
      'couldn’t be reached',
      'unreachable',
      { witness: 'a.example', rates: null, outcome: 'unreachable', problem: 'no response' },
    ],
    [
      'sent an unusable response',
      'unusable',
      { witness: 'a.example', rates: null, outcome: 'unusable', problem: 'unusable response' },
    ],
    ['has other currencies', 'unusable', { witness: 'a.example', rates: new Map([['XYZ', { rate: 1, asOf: date }]]) }],
    ['has nine currencies', 'unusable', witnessOf((code, index) => (index < 9 ? near(code, index) : null))],
    [
      'has only nine common currencies',
      'unusable',
      withOther(witnessOf((code, index) => (index < 9 ? near(code, index) : null))),
    ],
    [
      'has ten currencies (the minimum), but one of the rates is five days older than the dataset',
      'other_days',
      witnessOf(
        (code, index) => (index < 10 ? near(code, index) : null),
        (code) => (code === codes[0] ? '2026-09-24' : date),
      ),
    ],
    [
      'has ten currencies (the minimum)',
      'compared',
      witnessOf((code, index) => (index < 10 ? near(code, index) : null)),
    ],
    ['has rates that are five days older than the dataset', 'other_days', witnessOf(near, '2026-09-24')],
    ['has rates that are four days older than the dataset', 'compared', witnessOf(near, '2026-09-25')],
    ['has rates that are five days newer than the dataset', 'other_days', witnessOf(near, '2026-10-04')],
    ['has no comparable rate because all are 1e30 times the dataset’s', 'other_days', witnessOf(() => 1e30)],
    ['has only rates that are identical to the dataset’s', 'copy', witnessOf(() => 1)],
    ['has 61% of its rates identical to the dataset’s', 'copy', ofHundred(61, 1, () => 1.01)],
    ['has 60% of its rates identical to the dataset’s', 'compared', ofHundred(60, 1, () => 1.01)],
    ['has rates that equal the dataset’s only in the first five digits', 'compared', witnessOf(() => 1.00001)],
    ['has rates that are all 1.13 times the dataset’s, as on another base', 'other_base', witnessOf(() => 1.13)],
    ['has only twelve rates, all on another base', 'other_base', witnessOf((_, index) => (index < 12 ? 1.13 : null))],
    ['has rates in USD per unit', 'scattered', witnessOf((code) => (dataset.rates.get(code) ?? NaN) ** -2)],
    ['has half of its rates within 5% of the dataset’s', 'compared', ofHundred(50, 1.0499, scattered)],
    ['has less than half of its rates within 5% of the dataset’s', 'scattered', ofHundred(49, 1.0499, scattered)],
    ['has half of its rates 5.01% off, and the other half further off', 'scattered', ofHundred(50, 1.0501, scattered)],
    ['has only one wrong rate', 'compared', witnessOf((code, index) => (code === 'EUR' ? 1000 : near(code, index)))],
  ])('has the outcome “$1” if it %s', (_, outcome, answer) => {
    const { comparisons, report } = compare(dataset, [answer], requestedAt);
    expect(report.requested.map((requested) => requested.outcome)).toEqual([outcome]);
    expect(comparisons.length > 0).toBe(outcome === 'compared');
    if (outcome === 'compared') return;
    expect(report.requested).toEqual([{ witness: 'a.example', outcome, compared: 0, agreeing: agreeing(0, 0, 0, 0) }]);
    expect(report.unwitnessed).toEqual(codes);
  });

  it('has the outcome “compared” if another witness agrees with it, even if both are far off the dataset', () => {
    const far = (_: string, index: number) => 1.2 + ((index * 7) % 40) / 10;
    const [one, other] = [witnessOf(far), witnessOf((code, index) => 1.0499 * far(code, index), date, 'b.example')];
    expect(outcomes(one, other)).toEqual(['compared', 'compared']);
    expect(
      outcomes(
        one,
        witnessOf((code, index) => 1.0501 * far(code, index), date, 'b.example'),
      ),
    ).toEqual(['scattered', 'scattered']);
    // Another witness supports it only with at least ten currencies, of which at least 80% agree.
    const few = (count: number) =>
      witnessOf((code, index) => (index < count ? far(code, index) : null), date, 'b.example');
    expect(outcomes(one, few(9))).toEqual(['scattered', 'unusable']);
    expect(outcomes(one, few(10))).toEqual(['compared', 'compared']);
    expect(
      outcomes(one, { witness: 'b.example', rates: null, outcome: 'unreachable', problem: 'no response' }),
    ).toEqual(['scattered', 'unreachable']);
    const partly = (share: number) =>
      witnessOf((code, index) => (index < 100 ? far(code, index) * (index < share ? 1 : 2) : null), date, 'b.example');
    expect(outcomes(one, partly(80))).toEqual(['compared', 'compared']);
    expect(outcomes(one, partly(79))).toEqual(['scattered', 'scattered']);
  });

  it('has the outcome “compared” if its rates show that the dataset’s base isn’t USD', () => {
    const slipped = {
      date,
      rates: new Map([...dataset.rates].map(([code, rate]) => [code, code === 'USD' ? rate : rate * 1.25])),
    };
    const { slip, report } = compare(slipped, [witnessOf(near)], requestedAt);
    expect(report.requested[0]?.outcome).toBe('compared');
    expect(slip?.witness).toBe('a.example');
    expect(slip?.factor).toBeCloseTo(0.8, 2);
  });
});

describe('witness that couldn’t be reached and responds to a later request', () => {
  it('gets a new outcome in place of “unreachable”', () => {
    const silent: WitnessResponse = {
      witness: 'b.example',
      rates: null,
      outcome: 'unreachable',
      problem: 'no response',
    };
    const few = witnessOf((code, index) => (index < 50 ? near(code, index) : null));
    const first = compare(dataset, [few, silent], requestedAt);
    const later = '2026-09-30T07:17:00.000Z';
    const late = compare(
      dataset,
      [witnessOf((code, index) => (index < 60 ? near(code, index) : null), date, 'b.example')],
      later,
    );
    const { requested, ...witnessReport } = withLateResponses(first.report, late);
    expect(requested).toEqual([first.report.requested[0], late.report.requested[0]]);
    expect(witnessReport).toEqual({ requested_at: later, unwitnessed: codes.slice(60) });
  });
});
