import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateOfDay } from '../rates/calendar.ts';
import { currencyOf, quotesOf } from '../testing/quotes.ts';
import { faultsWithHindsight } from './hindsight.ts';
import { type JudgedCurrency, judgeCurrency, type Quote } from './judge-currency.ts';

/** What the dataset says on a day, and what each witness does, units per 1 USD; `late` is how many days old that is. */
type Day = readonly [offered: number | null, said?: Readonly<Record<string, number>>];

const signs = { held: 'h', accepted: 'A', left_out: 'o' };

function quotesWith(days: readonly Day[], from = '2026-03-01', atParity: number | null = null): Quote[] {
  return quotesOf(
    days.map(([offered]) => offered),
    { from, atParity },
  ).map((quote, index) => {
    const { late = 0, ...rates } = days[index]?.[1] ?? {};
    const testimony = Object.entries(rates).map(([witness, rate]) => ({
      date: quote.date,
      code: 'ZMW',
      witness,
      ratio: rate / (quote.offered ?? NaN),
      asOf: dateOfDay(quote.day - late),
    }));
    return { ...quote, testimony };
  });
}

function judged(currency: JudgedCurrency, days: readonly Day[], ...place: [from?: string, atParity?: number]): string {
  return judgeCurrency(currency, quotesWith(days, ...place))
    .verdicts.map((verdict) => (verdict === 'ok' ? '.' : signs[verdict.state]))
    .join('');
}

const repeated = (day: Day, count: number): Day[] => Array.from({ length: count }, () => day);
const minor = currencyOf('minor');
const crypto = currencyOf('crypto');

describe('a witness', () => {
  it('that is a day late says nothing of what has happened since, and confirms it on the next day', () => {
    const before = repeated([100, { a: 100, late: 1 }], 3);
    expect(judged(minor, [...before, [150, { a: 100, late: 1 }], [150, { a: 150, late: 1 }]])).toBe('...hA');
    // It does not even keep a second dataset from counting.
    expect(judged(minor, [...before, [110, { a: 100, late: 1 }], [110]])).toBe('...hA');
  });

  it('that objected, and is silent then, leaves it to further datasets: those that it objected to do not count', () => {
    const objected = repeated([1000, { a: 100 }], 5);
    expect(judged(minor, [[100, { a: 100 }], ...objected, ...repeated([1000], 4)])).toBe('.hhhhhhhA.');
    // On a weekend it says what it said on Friday, and that is fresh.
    const friday = [1, 2, 3].map((late): Day => [1000, { a: 100, late }]);
    expect(judged(minor, [[100, { a: 100 }], [1000, { a: 100 }], ...friday])).toBe('.hhhh');
  });

  it('that jumps by itself contradicts nobody, however long it stays there', () => {
    expect(judged(minor, [...repeated([100, { a: 100 }], 3), ...repeated([100, { a: 800 }], 30)])).toBe('.'.repeat(33));
  });

  it('that jumps by itself is known to, however far it has gone with the dataset before', () => {
    const together = Array.from({ length: 60 }, (_, day): Day => [1.02 ** day, { a: 1.02 ** day }]);
    const alone = repeated([1.02 ** 59, { a: 0.5 }], 9);
    expect(judged(minor, [...together, ...alone])).toBe('.'.repeat(69));
  });

  it('that stays where it was while the dataset goes is not the one that jumped', () => {
    const silent = repeated([800], 9);
    const days = [...repeated([100, { a: 100 }], 3), ...silent, ...repeated([800, { a: 100 }], 5)];
    expect(judged(minor, days)).toBe(`...hhA${'.'.repeat(6)}..ooo`);
  });

  it('that has just been somewhere else confirms nothing', () => {
    const before = repeated([100, { a: 100 }], 3);
    expect(judged(minor, [...before, [100, { a: 200 }], [150, { a: 150 }], [150, { a: 150 }]])).toBe('....hh');
    expect(judged(minor, [...before, [100, { a: 120 }], [150, { a: 150 }]])).toBe('....A');
  });

  it('is where the currency was even a month later, as far as a currency goes in a month', () => {
    const gone = Array.from({ length: 40 }, (_, day): Day => [500, { a: 100 + day / 2 }]);
    expect(judged(minor, [[100, { a: 100 }], ...gone])).toBe(`.${'h'.repeat(30)}${'o'.repeat(10)}`);
  });

  it('may still count in a unit that was done away with, and is not listened to', () => {
    const redenominated = currencyOf('minor', {
      redenominations: [{ code: 'ZMW', date: '2026-03-03', ratio: 100, source: 'a bank' }],
    });
    const days: Day[] = [
      [11000, { a: 11000 }],
      [11000, { a: 11000 }],
      [110, { a: 11200 }],
    ];
    const later = repeated([110, { a: 11200 }], 9);
    expect(judged(redenominated, [...days, ...later])).toBe('.'.repeat(12));
    // So it does when the dataset goes back to that unit: two that are wrong in the same way are not right.
    const long = repeated([110, { a: 11200 }], 90);
    const fallen = repeated([11000, { a: 11200 }], 5);
    expect(judged(redenominated, [...days, ...long, ...fallen])).toBe(`${'.'.repeat(93)}hhhhh`);
    // If the witness has the new one it is right.
    const back = repeated([11000, { a: 110 }], 5);
    expect(judged(redenominated, [...days.slice(0, 2), ...repeated([110, { a: 110 }], 3), ...back])).toBe('.....hhhhh');
  });

  it('is no match for an official parity', () => {
    const peg = currencyOf('peg', { parityFactor: 1.02 });
    expect(judged(peg, repeated([3.75, { a: 37 }], 9), '2026-03-01', 3.75)).toBe('.'.repeat(9));
    // Near it two sources may quote the same other one of several rates; far from it the parity was given up.
    expect(judged(peg, [[24, { a: 24 }], ...repeated([26.5, { a: 26.5 }], 5)], '2026-03-01', 24)).toBe('.hhhhh');
    expect(judged(peg, [[24, { a: 24 }], ...repeated([36, { a: 36 }], 5)], '2026-03-01', 24)).toBe('.A....');
  });

  it('is no match for what people have found out', () => {
    const known = currencyOf('minor', {
      knownFaults: [{ code: 'ZMW', from: '2026-03-02', to: '2026-03-03', reason: 'a token', source: 'somebody' }],
    });
    expect(judged(known, [[100, { a: 100 }], ...repeated([50, { a: 50 }], 3)])).toBe('.hhA');
  });

  it('may take back a level that was left for good', () => {
    const left: Day[] = [...repeated([10_000], 3), ...repeated([100], 90)];
    expect(judged(minor, [...left, ...repeated([10_000], 3)]).slice(-3)).toBe('hhh');
    expect(judged(minor, [...left, ...repeated([10_000, { a: 10_000 }], 3)]).slice(-3)).toBe('A..');
  });

  it('of a crypto asset may be a quarter away, for it is of now', () => {
    const { disputes } = judgeCurrency(crypto, quotesWith([[1, { a: 1.24 }]]));
    expect(disputes).toEqual([]);
    expect(judgeCurrency(minor, quotesWith([[1, { a: 1.24 }]])).disputes).toHaveLength(1);
    // Ten times off for days, as it was: without a witness the third dataset counted.
    expect(judged(crypto, [[1, { a: 1 }], ...repeated([10, { a: 1.3 }], 5), [1.4, { a: 1.4 }]])).toBe('.hhhhh.');
  });
});

describe('two witnesses', () => {
  const before = repeated([100, { a: 100, b: 100 }], 3);

  it.each([
    ['agree: it is confirmed', { a: 150, b: 150 }, 'A..'],
    ['of which one is silent: the other one counts', { a: 150 }, 'A..'],
    ['of which one is alone: the other one counts', { a: 150, b: 190 }, 'A..'],
    ['both side with the past: it is refused', { a: 100, b: 100 }, 'hhh'],
    ['of which one is alone: the other one refuses it', { a: 100, b: 190 }, 'hhh'],
    ['say the opposite: datasets count', { a: 150, b: 100 }, 'hhA'],
  ])('of a jump %s', (_, said, expected) => {
    expect(judged(minor, [...before, ...repeated([150, said], 3)]).slice(-3)).toBe(expected);
  });

  it('one of which agrees with what the other one contradicts, are no reason not to publish it', () => {
    expect(judged(minor, repeated([100, { a: 600 }], 6))).toBe('..oooo');
    expect(judged(minor, repeated([100, { a: 600, b: 100 }], 6))).toBe('......');
  });
});

describe('a dispute', () => {
  const disputesOf = (days: readonly Day[]) => judgeCurrency(minor, quotesWith(days)).disputes;

  it('is told of with its ratio and since when, however the value fares', () => {
    expect(disputesOf([[100, { a: 100 }], [100, { a: 80 }], [100], [100, { a: 90, b: 120 }]])).toEqual([
      { code: 'ZMW', witness: 'a', ratio: 0.9, since: '2026-03-02' },
      { code: 'ZMW', witness: 'b', ratio: 1.2, since: '2026-03-04' },
    ]);
    expect(
      disputesOf([
        [100, { a: 100 }],
        [500, { a: 100 }],
      ]),
    ).toEqual([{ code: 'ZMW', witness: 'a', ratio: 0.2, since: '2026-03-02' }]);
  });

  it('ends when the witness agrees, or says nothing', () => {
    expect(
      disputesOf([
        [100, { a: 80 }],
        [100, { a: 100 }],
      ]),
    ).toEqual([]);
    expect(
      disputesOf([
        [100, { a: 80 }],
        [100, { a: 100 }],
        [100, { a: 80 }],
      ]),
    ).toMatchObject([{ since: '2026-03-03' }]);
    expect(disputesOf([[100, { a: 80 }], [100]])).toEqual([]);
    expect(disputesOf([[100, { a: 80 }], [null]])).toEqual([]);
  });
});

describe('what is kept of what witnesses say', () => {
  const keptOf = (days: readonly Day[], from?: string) =>
    judgeCurrency(minor, quotesWith(days, from)).evidence.map(({ date, witness }) => `${date.slice(5)} ${witness}`);

  it('is the first word of each year, a dispute and its end, and all about what is in doubt', () => {
    expect(keptOf(repeated([100, { a: 100 }], 9))).toEqual(['03-01 a']);
    expect(keptOf(repeated([100, { a: 100 }], 4), '2025-12-30')).toEqual(['12-30 a', '01-01 a']);
    expect(
      keptOf([
        [100, { a: 100 }],
        [100, { a: 90 }],
        [100, { a: 100 }],
        [100, { a: 100 }],
      ]),
    ).toEqual(['03-01 a', '03-02 a', '03-03 a']);
    expect(
      keptOf([
        [100, { a: 100 }],
        [150, { a: 150 }],
        [150, { a: 150 }],
      ]),
    ).toEqual(['03-01 a', '03-02 a']);
    // All or nothing: an agreement may be what keeps another one's word from counting.
    expect(
      keptOf([
        [100, { a: 100, b: 100 }],
        [100, { a: 700, b: 100 }],
      ]),
    ).toEqual([...['03-01 a', '03-01 b', '03-02 a', '03-02 b']]);
    expect(
      keptOf([
        [null, { a: 100 }],
        [100, { a: 100, late: 5 }],
      ]),
    ).toEqual([]);
  });

  const rate = fc.constantFrom(90, 99, 100, 100, 101, 105, 112, 130, 150, 600, 800, 10_000, 11_000);
  const said = fc.option(fc.tuple(rate, fc.constantFrom(0, 0, 1, 2, 5)), { freq: 3 });
  const day = fc.record({
    after: fc.constantFrom(1, 1, 1, 2, 9),
    offered: fc.option(rate, { freq: 9 }),
    a: said,
    b: said,
  });
  const history = fc.array(day, { minLength: 1, maxLength: 25 }).map((days): Quote[] =>
    quotesOf(
      days.map(({ after, offered }) => [after, offered] as const),
      { from: '2025-12-20', atParity: 100 },
    ).map((quote, index) => {
      const testimony = (['a', 'b'] as const).flatMap((witness) => {
        const [rate, late] = days[index]?.[witness] ?? [];
        if (rate === undefined || late === undefined || quote.offered === null) return [];
        return [
          { date: quote.date, code: 'ZMW', witness, ratio: rate / quote.offered, asOf: dateOfDay(quote.day - late) },
        ];
      });
      return { ...quote, testimony };
    }),
  );

  it.each([
    ['moves', minor],
    ['a parity', currencyOf('peg', { parityFactor: 1.02 })],
    [
      'a redenomination',
      currencyOf('minor', { redenominations: [{ code: 'ZMW', date: '2026-01-01', ratio: 100, source: 'a bank' }] }),
    ],
    ['wild moves', crypto],
  ])('is enough to judge the same again, day by day: %s', (_, currency) => {
    fc.assert(
      fc.property(history, (quotes) => {
        // Each day is judged by all that is said of it, and by what was kept of the days before.
        const kept: Quote[] = [];
        const onItsDay = quotes.map((quote) => {
          const { verdicts, evidence, disputes } = judgeCurrency(currency, [...kept, quote]);
          const ofDay = evidence.filter(({ date }) => date === quote.date);
          kept.push({ ...quote, testimony: ofDay });
          return { verdict: verdicts.at(-1), disputes: disputes.map(({ witness }) => witness) };
        });
        const again = judgeCurrency(currency, kept);
        expect(again.verdicts).toEqual(onItsDay.map(({ verdict }) => verdict));
        expect(again.disputes.map(({ witness }) => witness)).toEqual(onItsDay.at(-1)?.disputes);
        expect(again.evidence).toEqual(kept.flatMap(({ testimony }) => testimony));
        expect(judgeCurrency(currency, quotes).verdicts).toEqual(again.verdicts);
      }),
      { numRuns: 3000, seed: 7 },
    );
  });
});

describe('with hindsight', () => {
  const faultsOf = (days: readonly Day[]) =>
    faultsWithHindsight(minor, quotesWith(days)).map(({ date, reason }) => `${date.slice(8)} ${reason}`);

  it('a level that a witness kept from being believed is a fault on all of its days', () => {
    const before = repeated([100, { a: 100 }], 3);
    expect(faultsOf([...before, ...repeated([800], 6)])).toEqual([]);
    const days = [...before, ...repeated([800, { a: 100 }], 6)];
    expect(faultsOf(days)).toEqual(['04', '05', '06', '07', '08', '09'].map((date) => `${date} contradicted`));
  });

  it('a level that a witness confirmed is none, even if it is soon left again', () => {
    const before = repeated([100, { a: 100 }], 3);
    expect(faultsOf([...before, [150], ...repeated([100], 3)])).toEqual(['04 implausible_move']);
    expect(faultsOf([...before, [150, { a: 150 }], ...repeated([100, { a: 100 }], 3)])).toEqual([]);
  });

  it('a level that a witness confirmed on the way to another one is none either', () => {
    const days: Day[] = [...repeated([1, { a: 1 }], 3), [6], [9.95, { a: 9.95 }], [1], [1], [1, { a: 1 }]];
    expect(faultsOf(days)).not.toContain('05 implausible_move');
  });

  it('a level counts from its first day that a witness contradicted before it came along', () => {
    expect(faultsOf([...repeated([100, { a: 100 }], 3), [150, { a: 100 }], ...repeated([150, { a: 150 }], 3)])).toEqual(
      [],
    );
  });

  it('days on which nobody was heard are judged with those around them', () => {
    const days: Day[] = [...repeated([100, { a: 100 }], 3), [800], [800, { a: 100 }], [800, { a: 100 }]];
    expect(faultsOf(days)).toEqual(['04 implausible_move', '05 contradicted', '06 contradicted']);
  });
});
