import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../rates/snapshot.ts';
import { fallbackSnapshot, freshSnapshot, recheckedSnapshot, sourceStaleness } from './freshness.ts';

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

  const snapshot: Snapshot = {
    asOf: '2026-09-29',
    retrievedAt: '2026-09-29T07:00:00.000Z',
    checkedAt: '2026-09-29T07:00:00.000Z',
    staleReason: null,
    mirror: 'https://mirror.example/usd.json',
    rates: new Map([['USD', 1]]),
    quality: new Map(),
  };

  it('dates a fresh snapshot with the time of the fetch', () => {
    const { rates, quality, mirror } = snapshot;
    const fresh = freshSnapshot({ date: '2026-09-29', rates }, { rates, quality }, mirror, '2026-09-29T07:00:00.000Z');
    expect(fresh).toEqual(snapshot);
  });

  it('of a dataset that was old when it came is stale from the start', () => {
    const { rates, quality, mirror } = snapshot;
    const fresh = freshSnapshot({ date: '2026-09-29', rates }, { rates, quality }, mirror, '2026-10-05T07:00:00.000Z');
    expect(fresh.staleReason).toBe('source_date_old');
  });

  it('moves with a check that finds nothing newer', () => {
    const checkedAt = '2026-09-30T07:00:00.000Z';
    expect(recheckedSnapshot(snapshot, checkedAt)).toEqual({ ...snapshot, checkedAt });
    const stale = { ...snapshot, staleReason: 'cached_fallback' } as const;
    expect(recheckedSnapshot(stale, checkedAt)).toEqual({ ...snapshot, checkedAt });
  });

  it.each([
    ['2026-09-29T07:00:00.001Z', true],
    ['2026-10-02T07:00:00.000Z', true],
    ['2026-10-02T07:00:00.001Z', false],
    ['2027-09-29T07:00:00.000Z', false],
  ])('lets a published snapshot stand in for 72 hours: at %s %s', (checkedAt, stands) => {
    const expected = { ...snapshot, checkedAt, staleReason: 'cached_fallback' };
    expect(fallbackSnapshot(snapshot, checkedAt)).toEqual(stands ? expected : null);
  });
});
