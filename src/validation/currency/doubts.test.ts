import { describe, expect, it } from 'vitest';
import { factsOf, type Cell, sourceValuesOf } from '../../testing/data/source-values.ts';
import { doubtAboutMove, type Doubt, type DoubtKind, doubts, MAX_DATASETS } from './doubts.ts';
import type { Decision } from './source-value.ts';
import { validateCurrency } from './validate-currency.ts';

const rows = Object.entries(doubts) as [DoubtKind, Doubt][];
const redenomination = { code: 'ZMW', date: '2026-03-02' as const, ratio: 100, sources: [] };
const knownFaults = [{ code: 'ZMW', from: '2026-03-02' as const, to: '2027-12-31' as const, reason: '', sources: [] }];
const said = (rates: Readonly<Record<string, number>>) => (value: number) =>
  Object.entries(rates).map(([witness, rate]) => ({ witness, ratio: rate / value }));

/** For each kind of doubt, a value that causes this doubt when it follows a good rate, by default 100. */
const examples: Record<
  DoubtKind,
  {
    readonly value: number | null;
    readonly facts?: Parameters<typeof factsOf>[1];
    readonly good?: number | null;
    readonly parity?: number;
    readonly isSlipped?: boolean;
    readonly witnesses?: (value: number) => { witness: string; ratio: number }[];
  }
> = {
  known_fault: { value: 100, facts: { knownFaults } },
  old_unit: { value: 100, facts: { redenomination } },
  base_slip: { value: 101, isSlipped: true },
  missing: { value: null },
  no_recent_rate: { value: 7, good: null },
  near_move: { value: 110 },
  far_move: { value: 300 },
  great_move: { value: 1000 },
  opposed_move: { value: 110, witnesses: said({ a: 100.001 }) },
  off_parity: { value: 110, parity: 100, facts: { parityFactor: 1.02 } },
  contradicted: { value: 101, witnesses: said({ a: 200, b: 201 }) },
};

/** The description of each kind of doubt in test names. */
const meanings: Record<DoubtKind, string> = {
  known_fault: 'a known wrong rate',
  old_unit: 'a value in a currency’s old unit, from before zeros were removed,',
  base_slip: 'a value in a dataset whose base isn’t USD',
  missing: 'a missing value',
  no_recent_rate: 'a value of a currency that has no recent good rate',
  near_move: 'a change by a factor of at most 1.25',
  far_move: 'a change by a factor of 1.25 to 5',
  great_move: 'a change by a factor of more than 5',
  opposed_move: 'a change that a witness with the old rate contradicts',
  off_parity: 'a pegged currency’s value that is far from the parity',
  contradicted: 'a value that two witnesses contradict',
};

/** Decisions about a value on each day after a good rate. The witnesses' rates move a little, so they aren't frozen. */
function decisionsOn(kind: DoubtKind, days: number): readonly Decision[] {
  const { value, facts, good = 100, parity, isSlipped = false, witnesses } = examples[kind];
  const cells: Cell[] = [good, ...Array.from({ length: days }, () => value)];
  const sourceValues = sourceValuesOf(cells, parity === undefined ? {} : { parity }).map((sourceValue, index) => ({
    ...sourceValue,
    isSlipped: isSlipped && index > 0,
    comparisons: (index === 0 || value === null ? [] : (witnesses?.(value) ?? [])).map(({ witness, ratio }) => ({
      ...{ date: sourceValue.date, code: 'ZMW', witness, asOf: sourceValue.date },
      ratio: ratio * (1 + (index % 2) / 1000),
    })),
  }));
  return validateCurrency(factsOf('minor', facts), sourceValues).decisions.slice(1);
}
const isInDoubt = (decision: Decision) => decision !== 'ok' && ['held', 'omitted'].includes(decision.state);

describe('doubt (reason not to publish a value)', () => {
  it('ends after at most 30 agreeing datasets, and never if a known fact proves the value wrong', () => {
    for (const [, { datasets, isFact }] of rows) {
      if (isFact) expect(datasets).toBeNull();
      else expect(datasets).toSatisfy((count: number) => count >= 1 && count <= MAX_DATASETS);
    }
  });

  const end = ({ datasets }: Doubt) =>
    datasets === null
      ? 'isn’t published, even in 40 datasets in a row'
      : `is published once ${datasets} datasets in a row have it`;
  const repeated = rows
    .filter(([kind]) => kind !== 'missing')
    .map(([kind, doubt]) => [meanings[kind], end(doubt), kind, doubt] as const);
  it.each(repeated)('%s %s', (_, __, kind, { reason, datasets }) => {
    const decisions = decisionsOn(kind, 40);
    expect(decisions[0]).toMatchObject({ reason, needed_datasets: datasets });
    const ended = decisions.findIndex((decision) => !isInDoubt(decision));
    expect(ended).toBe(datasets === null ? -1 : datasets - 1);
    // The doubt doesn't start again.
    if (ended >= 0) expect(decisions.slice(ended).filter(isInDoubt)).toEqual([]);
  });

  it('about a missing value ends when a dataset has a value again', () => {
    const { decisions } = validateCurrency(factsOf('minor'), sourceValuesOf([100, null, null, 100]));
    expect(decisions.map(isInDoubt)).toEqual([false, true, true, false]);
  });
});

describe('doubtAboutMove (classifies a change: near up to a factor of 1.25, far up to 5, else great)', () => {
  it.each([
    [100, 125, 'near_move'],
    [125, 100, 'near_move'],
    [100, 125.01, 'far_move'],
    [100, 500, 'far_move'],
    [500, 100, 'far_move'],
    [100, 500.1, 'great_move'],
    [500.1, 100, 'great_move'],
  ])('returns “$2” for a rate that changes from $0 to $1', (from, to, kind) => {
    expect(doubtAboutMove(from, to)).toBe(kind);
  });
});
