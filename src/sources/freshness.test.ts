import { describe, expect, it } from 'vitest';
import { isTooOldToFallBackOn, sourceStaleness } from './freshness.ts';

describe('freshness of published rates', () => {
  it.each([
    ['2026-09-30', '2026-09-29T23:00:00.000Z', null],
    ['2026-09-29', '2026-09-29T00:00:00.000Z', null],
    ['2026-09-29', '2026-10-01T23:59:59.999Z', null],
    ['2026-09-29', '2026-10-02T00:00:00.000Z', 'source_date_old'],
    ['2026-09-29', '2027-09-29T00:00:00.000Z', 'source_date_old'],
  ])('has the stale_reason $2 if the dataset of $0 was checked at $1', (date, checkedAt, reason) => {
    expect(sourceStaleness(date, checkedAt)).toBe(reason);
  });

  it.each([
    ['may', '2026-09-29T07:00:00.001Z'],
    ['may', '2026-10-02T07:00:00.000Z'],
    ['may not', '2026-10-02T07:00:00.001Z'],
    ['may not', '2027-09-29T07:00:00.000Z'],
  ])('means that rates downloaded on 2026-09-29 at 07:00 %s be republished at %s (limit: 72 hours)', (may, now) => {
    expect(isTooOldToFallBackOn('2026-09-29T07:00:00.000Z', now)).toBe(may === 'may not');
  });
});
