import { describe, expect, it } from 'vitest';
import { isTooOldToFallBackOn, sourceStaleness } from './freshness.ts';

describe('freshness of rates', () => {
  it.each([
    ['2026-09-30', '2026-09-29T23:00:00.000Z', null],
    ['2026-09-29', '2026-09-29T00:00:00.000Z', null],
    ['2026-09-29', '2026-10-01T23:59:59.999Z', null],
    ['2026-09-29', '2026-10-02T00:00:00.000Z', 'source_date_old'],
    ['2026-09-29', '2027-09-29T00:00:00.000Z', 'source_date_old'],
  ])(
    'sourceStaleness (returns why rates are stale) returns $2 at $1 for the dataset of $0',
    (date, checkedAt, reason) => {
      expect(sourceStaleness(date, checkedAt)).toBe(reason);
    },
  );

  it.each([
    [false, 'a millisecond', '2026-09-29T07:00:00.001Z'],
    [false, '72 hours', '2026-10-02T07:00:00.000Z'],
    [true, 'a millisecond more than 72 hours', '2026-10-02T07:00:00.001Z'],
    [true, 'a year', '2027-09-29T07:00:00.000Z'],
  ])(
    'isTooOldToFallBackOn (checks the age of rates that are published again) returns %s %s after their download',
    (isTooOld, _, now) => {
      expect(isTooOldToFallBackOn('2026-09-29T07:00:00.000Z', now)).toBe(isTooOld);
    },
  );
});
