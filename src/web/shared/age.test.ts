import { describe, expect, it } from 'vitest';
import { daysAgo, timeAgo } from './age.ts';

const now = Date.parse('2026-09-29T12:00:00.000Z');

describe('age in words at noon on 2026-09-29', () => {
  it.each([
    ['2026-09-29T12:05:00.000Z', 'just now'],
    ['2026-09-29T11:59:30.000Z', 'just now'],
    ['2026-09-29T11:59:00.000Z', '1 minute ago'],
    ['2026-09-29T11:00:01.000Z', '59 minutes ago'],
    ['2026-09-29T10:00:00.000Z', '2 hours ago'],
    ['2026-09-27T12:00:01.000Z', '47 hours ago'],
    ['2026-09-27T12:00:00.000Z', '2 days ago'],
  ])('is “$1” for the time $0', (instant, words) => {
    expect(timeAgo(instant, now)).toBe(words);
  });

  it.each([
    ['2026-09-30', 'today'],
    ['2026-09-29', 'today'],
    ['2026-09-28', 'yesterday'],
    ['2026-08-29', '31 days ago'],
  ])('is “$1” for the date $0', (date, words) => {
    expect(daysAgo(date, now)).toBe(words);
  });
});
