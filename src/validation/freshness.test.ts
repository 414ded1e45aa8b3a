import { describe, expect, it } from 'vitest';
import { isTooOldToFallBackOn, sourceStaleness } from './freshness.ts';

describe('freshness of rates', () => {
  it.each([
    ['tomorrow’s dataset', '2026-09-30', '2026-09-29T23:00:00.000Z', null],
    ['today’s dataset', '2026-09-29', '2026-09-29T00:00:00.000Z', null],
    ['a dataset from two days ago', '2026-09-29', '2026-10-01T23:59:59.999Z', null],
    ['a dataset from three days ago', '2026-09-29', '2026-10-02T00:00:00.000Z', 'source_date_old'],
    ['a dataset from a year ago', '2026-09-29', '2027-09-29T00:00:00.000Z', 'source_date_old'],
  ] as const)(
    'sourceStaleness (returns why rates are stale, or null) returns $3 for $0',
    (_, date, checkedAt, reason) => {
      expect(sourceStaleness(date, checkedAt)).toBe(reason);
    },
  );

  it.each([
    [false, 'a millisecond', '2026-09-29T07:00:00.001Z'],
    [false, '72 hours', '2026-10-02T07:00:00.000Z'],
    [true, 'a millisecond more than 72 hours', '2026-10-02T07:00:00.001Z'],
    [true, 'a year', '2027-09-29T07:00:00.000Z'],
  ] as const)(
    'isTooOldToFallBackOn (checks whether rates are too old to publish again) returns %s for rates downloaded %s ago',
    (isTooOld, _, now) => {
      expect(isTooOldToFallBackOn('2026-09-29T07:00:00.000Z', now)).toBe(isTooOld);
    },
  );
});
