import { describe, expect, it } from 'vitest';
import { composedProvider, defaultProvider } from '../sources/provider.ts';
import {
  type Archive,
  archiveUpTo,
  areEqual,
  daysWithout,
  finishedYears,
  lostDays,
  newestDatasetProvider,
  newestDay,
  newestDayOf,
  newestProvider,
  withDayOf,
  withDays,
  withComparisons,
  withGaps,
  withPastDaysOf,
} from './archive.ts';
import { datesUpTo, EARLIEST, type IsoDate } from '../money/calendar.ts';
import type { Comparison } from './comparison.ts';

const day = (date: IsoDate, eur = 1) => ({ date, rates: new Map([['EUR', eur]]) });
const archive: Archive = {
  days: [day('2026-01-01'), day('2026-01-03'), day('2026-01-05')],
  gaps: ['2026-01-02', '2026-01-04'],
  comparisons: [],
};
const empty: Archive = { days: [], gaps: [], comparisons: [] };
/** Formats an archive's days and gaps as `0101 0103=2 | 0102`. A day has its EUR rate if the rate isn't 1. */
const said = ({ days, gaps }: Archive) => {
  const short = (date: IsoDate) => date.slice(5).replace('-', '');
  const rows = days.map(({ date, rates }) => short(date) + (rates.get('EUR') === 1 ? '' : `=${rates.get('EUR')}`));
  return [...rows, '|', ...gaps.map(short)].join(' ');
};

const bank = { name: 'Bank', url: 'https://bank.example/', license: 'CC0-1.0' };

describe('archive', () => {
  it('newestDay returns the last archived day, or undefined for an empty archive', () => {
    expect(newestDay(archive)).toEqual(day('2026-01-05'));
    expect(newestDay(empty)).toBeUndefined();
  });

  it('finishedYears (lists complete past years) lists a year even if a day is archived as a gap (no dataset)', () => {
    const [first = EARLIEST, second = EARLIEST, ...others] = datesUpTo('2025-12-31', 364);
    const days = others.map((date) => day(date));
    const of2024 = datesUpTo('2024-12-31', 304).map((date) => day(date));
    expect(of2024[0]?.date).toBe('2024-03-02');
    const finished = (more: readonly IsoDate[], gaps: readonly IsoDate[]) =>
      finishedYears({ days: [...of2024, ...more.map((date) => day(date)), ...days, day('2026-01-01')], gaps });
    expect(finished([first, second], [])).toEqual(['2024', '2025']);
    expect(finished([second], [first])).toEqual(['2024', '2025']);
    expect(finished([second], [])).toEqual(['2024']);
    expect(finishedYears({ days: [...of2024.slice(1), day('2025-01-01')], gaps: [] })).toEqual([]);
    // A later edition may still replace the newest day, so the newest year isn't finished.
    expect(finishedYears({ days: of2024, gaps: [] })).toEqual([]);
    expect(finishedYears(empty)).toEqual([]);
  });

  it.each([
    ['a date before the first day', 'no day', '2025-12-31', '|'],
    ['the first day’s date', 'only the first day', '2026-01-01', '0101 |'],
    ['the second day’s date', 'two days and the gap between them', '2026-01-03', '0101 0103 | 0102'],
    ['the date of a gap', 'this gap and everything before it', '2026-01-04', '0101 0103 | 0102 0104'],
    ['a date after the last day', 'the whole archive', '9999-12-31', '0101 0103 0105 | 0102 0104'],
  ] as const)('archiveUpTo (drops the days after a date), called with %s, returns %s', (_, __, last, known) => {
    expect(said(archiveUpTo(archive, last))).toBe(known);
  });

  it.each([
    ['nothing if it is called without days', [], '0101 0103 0105 | 0102 0104'],
    ['a day after the newest day', [day('2026-01-06', 2)], '0101 0103 0105 0106=2 | 0102 0104'],
    ['a later edition of the newest day', [day('2026-01-05', 2)], '0101 0103 0105=2 | 0102 0104'],
    ['nothing if the day is archived and isn’t the newest', [day('2026-01-03', 2)], '0101 0103 0105 | 0102 0104'],
    ['a new day and an edition', [day('2026-01-06', 3), day('2026-01-05', 2)], '0101 0103 0105=2 0106=3 | 0102 0104'],
    ['a day that was archived as a gap', [day('2026-01-04', 2)], '0101 0103 0104=2 0105 | 0102'],
    ['earlier days', [day('2025-12-31', 3), day('2025-12-30', 2)], '1230=2 1231=3 0101 0103 0105 | 0102 0104'],
  ])('withDays (adds days to an archive) adds %s', (_, added, grown) => {
    expect(said(withDays(archive, added))).toBe(grown);
    expect(said(archive)).toBe('0101 0103 0105 | 0102 0104');
  });

  it('withDays (adds days to an archive) sorts the days that it adds to an empty archive', () => {
    expect(said(withDays(empty, [day('2026-01-02'), day('2026-01-01', 2)]))).toBe('0101=2 0102 |');
  });

  it('withDayOf (adds a day and its source) stores the first day of each new source', () => {
    const corrected = { ...bank, license: 'CC-BY-4.0' };
    const changed = withDayOf(bank, archive, day('2026-01-06'));
    expect(withDayOf(bank, changed, day('2026-01-07')).providers).toEqual([{ first: '2026-01-06', ...bank }]);
    expect(withDayOf(corrected, changed, day('2026-01-07')).providers).toEqual([
      { first: '2026-01-06', ...bank },
      { first: '2026-01-07', ...corrected },
    ]);
    expect(withDayOf(defaultProvider, changed, day('2026-01-06', 2)).providers).toEqual([]);
    expect(withDayOf(defaultProvider, archive, day('2026-01-06'))).not.toHaveProperty('providers');
  });

  it('withPastDaysOf (adds fetched days) keeps the days around a fetched day composed', () => {
    const composed: Archive = {
      ...{ days: [day('2026-01-01'), day('2026-01-05'), day('2026-01-09')], gaps: [], comparisons: [] },
      providers: [{ first: '2026-01-05', ...composedProvider }],
    };
    const dates = ['2026-01-03', '2026-01-06', '2026-01-07'] as const;
    const fetched = dates.map((date) => day(date));
    const expected = [
      { first: '2026-01-05', ...composedProvider },
      { first: '2026-01-06', ...defaultProvider },
      { first: '2026-01-08', ...composedProvider },
    ];
    const { days, providers } = withPastDaysOf(defaultProvider, composed, fetched);
    expect([days.length, providers]).toEqual([6, expected]);
    // In another order, and with a day that is known already.
    const oneByOne = fetched
      .toReversed()
      .concat(day('2026-01-05', 2))
      .reduce((grown, each) => withPastDaysOf(defaultProvider, grown, [each]), composed);
    expect(oneByOne).toEqual({ ...composed, days, providers });
    expect(withPastDaysOf(defaultProvider, archive, [day('2026-01-02')])).not.toHaveProperty('providers');
    expect([newestDayOf('dataset', oneByOne)?.date, newestDayOf('composed', oneByOne)?.date]).toEqual([
      '2026-01-07',
      '2026-01-09',
    ]);
    expect([newestProvider(oneByOne), newestDatasetProvider(oneByOne)]).toEqual([composedProvider, defaultProvider]);
  });

  it('withGaps (adds dates without a dataset) adds each date only once, in ascending order', () => {
    expect(said(withGaps(archive, ['2026-01-06', '2026-01-02', '2025-12-31']))).toBe(
      '0101 0103 0105 | 1231 0102 0104 0106',
    );
  });

  it.each([
    ['nothing if both archives are identical', archive, []],
    ['nothing if the new archive has more days', withDays(archive, [day('2026-01-02'), day('2026-01-06')]), []],
    ['nothing if only the newest day’s rates differ', withDays(archive, [day('2026-01-05', 2)]), []],
    ['nothing if the new archive lacks only the gaps (days without a dataset)', { ...archive, gaps: [] }, []],
    ['the newest day if the new archive lacks it', archiveUpTo(archive, '2026-01-04'), ['2026-01-05']],
    [
      'the first day if its rates differ',
      { ...archive, days: [day('2026-01-01', 2), ...archive.days.slice(1)] },
      ['2026-01-01'],
    ],
    ['nothing if only the newest day’s source differs', withDayOf(bank, archive, day('2026-01-05')), []],
    [
      'the second day if its source differs',
      { ...archive, providers: [{ first: '2026-01-02' as const, ...bank }] },
      ['2026-01-03'],
    ],
    ['all days if the new archive is empty', empty, ['2026-01-01', '2026-01-03', '2026-01-05']],
  ])('lostDays (finds days that a new archive lacks or changes) returns %s', (_, next, lost) => {
    expect(lostDays(archive, next)).toEqual(lost);
  });

  describe('with comparisons to witnesses', () => {
    const word = (date: IsoDate, ratio = 1.3): Comparison => ({
      date,
      code: 'EUR',
      witness: 'a.example',
      ratio,
      asOf: date,
    });
    const testified = { ...archive, comparisons: [word('2026-01-03'), word('2026-01-05')] };

    it('archiveUpTo (drops the days after a date) also drops the comparisons of these days', () => {
      expect(archiveUpTo(testified, '2026-01-03').comparisons).toEqual([word('2026-01-03')]);
    });

    it('withDays (adds days to an archive) drops the comparisons of a dataset that a later edition replaces', () => {
      expect(withDays(testified, [day('2026-01-06'), day('2026-01-03', 2)]).comparisons).toEqual(testified.comparisons);
      expect(withGaps(testified, ['2026-01-07']).comparisons).toEqual(testified.comparisons);
      const other = withDays(testified, [day('2026-01-05', 2)]);
      expect(other.comparisons).toEqual([word('2026-01-03')]);
      expect(withComparisons(other, [word('2026-01-05', 2)]).comparisons).toEqual([
        word('2026-01-03'),
        word('2026-01-05', 2),
      ]);
    });

    it.each([
      ['nothing if both archives have the same comparisons', testified.comparisons, []],
      ['the second day if the new archive lacks this day’s comparison', [word('2026-01-05')], ['2026-01-03']],
      ['the second day if its comparison differs', [word('2026-01-03', 1.2), word('2026-01-05')], ['2026-01-03']],
      ['the first day if it has a new comparison', [word('2026-01-01'), ...testified.comparisons], ['2026-01-01']],
      ['nothing if only the newest day’s comparisons differ', [word('2026-01-03'), word('2026-01-05', 9)], []],
    ])('lostDays (finds days that a new archive lacks or changes) returns %s', (_, comparisons, lost) => {
      expect(lostDays(testified, { ...testified, comparisons })).toEqual(lost);
    });
  });

  it('lostDays (finds days that a new archive lacks or changes) returns nothing if the old archive is empty', () => {
    expect(lostDays(empty, archive)).toEqual([]);
  });

  it.each<[boolean, string, Record<string, number>, Record<string, number>]>([
    [true, 'neither day has a rate', {}, {}],
    [true, 'the days have the same rates in a different order', { EUR: 1, ZMW: 2 }, { ZMW: 2, EUR: 1 }],
    [false, 'a rate differs by only 0.0000001', { EUR: 1 }, { EUR: 1.0000001 }],
    [false, 'the days have rates of different currencies', { EUR: 1 }, { ZMW: 1 }],
    [false, 'only the second day has a rate of ZMW', { EUR: 1 }, { EUR: 1, ZMW: 2 }],
    [false, 'only the first day has a rate of ZMW', { EUR: 1, ZMW: 2 }, { EUR: 1 }],
  ])('areEqual (compares the rates of two days) returns %s if %s', (equal, _, a, b) => {
    expect(areEqual(new Map(Object.entries(a)), new Map(Object.entries(b)))).toBe(equal);
  });

  it.each<[string, Record<string, number>, string[], Record<string, number>]>([
    ['returns all values if no currency is given', { EUR: 1, ZMW: 2 }, [], { EUR: 1, ZMW: 2 }],
    ['returns the day’s other values if the day has the given currency', { EUR: 1, ZMW: 2 }, ['EUR'], { ZMW: 2 }],
    ['returns all values if the day lacks the given currency', { EUR: 1 }, ['ZMW'], { EUR: 1 }],
    ['sorts the values in the order of the given list of known codes', { ZMW: 2, EUR: 1 }, [], { EUR: 1, ZMW: 2 }],
    ['drops a value whose code isn’t known', { EUR: 1, XXX: 3, ZMW: 2 }, [], { EUR: 1, ZMW: 2 }],
  ])('daysWithout (removes the given currencies’ values from days) %s', (_, rates, left, expected) => {
    const given = { date: '2026-01-01' as const, rates: new Map(Object.entries(rates)) };
    const [result] = daysWithout(
      [given],
      left.map((code) => ({ date: given.date, code })),
      ['AED', 'EUR', 'ZMW'],
    );
    expect([...(result?.rates ?? [])]).toEqual(Object.entries(expected));
  });
});
