import { describe, expect, it } from 'vitest';
import { freshSnapshot, sourceStaleness } from './freshness.ts';

describe('freshness', () => {
  it.each([
    ['2026-09-30', '2026-09-29T23:00:00.000Z', null],
    ['2026-09-29', '2026-09-29T00:00:00.000Z', null],
    ['2026-09-29', '2026-10-01T23:59:59.999Z', null],
    ['2026-09-29', '2026-10-02T00:00:00.000Z', 'source_date_old'],
    ['2026-09-29', '2027-09-29T00:00:00.000Z', 'source_date_old'],
  ])('of a dataset of %s, checked at %s, is %s', (date, checkedAt, reason) => {
    expect(sourceStaleness(date, checkedAt)).toBe(reason);
  });

  it('dates a fresh snapshot with the time of the fetch', () => {
    const now = '2026-10-05T07:00:00.000Z';
    const rates = new Map([['USD', 1]]);
    expect(freshSnapshot({ date: '2026-09-29', rates }, 'https://mirror.example/usd.json', now)).toEqual({
      asOf: '2026-09-29',
      retrievedAt: now,
      checkedAt: now,
      staleReason: 'source_date_old',
      mirror: 'https://mirror.example/usd.json',
      rates,
    });
  });
});
