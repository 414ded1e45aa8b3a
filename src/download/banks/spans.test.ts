import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateOfDay, datesFrom, dayNumber, type IsoDate } from '../../money/calendar.ts';
import { spansOf, turnOf } from './spans.ts';
import type { TableRequests } from './table-requests.ts';

const table = (perRange: TableRequests['perRange']) => ({ firstDay: '1999-01-04' as const, perRange });

describe('spansOf (the requests for a range of days)', () => {
  it.each<[perRange: TableRequests['perRange'], first: IsoDate, last: IsoDate, spans: [IsoDate, IsoDate][]]>([
    ['all days', '2026-03-01', '2026-03-16', [['1999-01-04', '2026-03-16']]],
    [
      'a calendar year',
      '1999-01-04',
      '2000-03-01',
      [
        ['1999-01-04', '1999-12-31'],
        ['2000-01-01', '2000-03-01'],
      ],
    ],
    [
      'a calendar year',
      '2026-12-31',
      '2027-01-01',
      [
        ['2026-01-01', '2026-12-31'],
        ['2027-01-01', '2027-01-01'],
      ],
    ],
    // 1970-01-01 is the first day of a span, and 2026-03-14 is 20526 days, or 27 spans of 760 and 6 days, later.
    [10, '2026-03-14', '2026-03-16', [['2026-03-08', '2026-03-16']]],
    [
      10,
      '2026-03-14',
      '2026-03-18',
      [
        ['2026-03-08', '2026-03-17'],
        ['2026-03-18', '2026-03-18'],
      ],
    ],
    [10, '1998-01-01', '1999-01-05', [['1999-01-04', '1999-01-05']]],
    [10, '1998-01-01', '1999-01-03', []],
    ['all days', '2026-03-17', '2026-03-16', []],
  ] as const)('for %s per request, the days from %s to %s are %j', (perRange, first, last, spans) => {
    expect(spansOf(table(perRange), first, last)).toEqual(spans);
  });

  it('have every day once, and a day’s span ends or begins elsewhere only at the table’s first day and the last day asked for', () => {
    const aDay = fc.integer({ min: dayNumber('1999-01-04'), max: dayNumber('2030-12-31') });
    const perRange = fc.oneof(fc.constantFrom('a calendar year' as const), fc.integer({ min: 1, max: 400 }));
    fc.assert(
      fc.property(perRange, aDay, aDay, aDay, (each, one, other, later) => {
        const [first, last] = [Math.min(one, other), Math.max(one, other)].map(dateOfDay) as [IsoDate, IsoDate];
        const spans = spansOf(table(each), first, last);
        const days = spans.flatMap(([begin, end]) =>
          datesFrom(dayNumber(begin), dayNumber(end) - dayNumber(begin) + 1),
        );
        expect(days).toEqual(datesFrom(dayNumber(spans[0]?.[0] ?? expect.fail()), days.length));
        expect([days.at(-1), days.includes(first)]).toEqual([last, true]);
        // The same spans as in a longer range, up to the last span.
        const end = dateOfDay(Math.max(dayNumber(last), later));
        const all = spansOf(table(each), '1999-01-04', end);
        const from = all.findIndex(([begin]) => begin === spans[0]?.[0]);
        expect(all.slice(from, from + spans.length - 1)).toEqual(spans.slice(0, -1));
        expect(all[from + spans.length - 1]?.[0]).toBe(spans.at(-1)?.[0]);
      }),
      { numRuns: 50 },
    );
  });
});

it.each([
  ['93 business days, as of a daily table', 65, 98, 6300],
  ['93 calendar days', 93, 110, 10_000],
  ['13 weeks with five steps each, as of a weekly table', 65, 98, 6450],
  ['a year', 250, 27, 6700],
])(
  'turnOf > gives each range of %s its turn within 250 steps, while the number of ranges grows',
  (_, steps, ranges, first) => {
    // Ten years of steps.
    for (let start = first; start < first + 2600; start += 100) {
      const countAt = (step: number) => ranges + Math.floor((step - first) / steps);
      const turns = Array.from({ length: 250 }, (_, step) => turnOf(start + step, countAt(start + step)));
      const missed = Array.from({ length: countAt(start) }, (_, index) => index).filter(
        (index) => !turns.includes(index),
      );
      expect([start, missed]).toEqual([start, []]);
    }
  },
);
