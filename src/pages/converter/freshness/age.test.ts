import { describe, expect, it } from 'vitest';
import { daysAgo, timeAgo } from './age.ts';

const words = { locale: 'en', justNow: 'just now' };
const now = Date.parse('2026-09-29T12:00:00.000Z');

describe('age in words', () => {
  it.each([
    ['five minutes in the future', '2026-09-29T12:05:00.000Z', 'just now'],
    ['30 seconds ago', '2026-09-29T11:59:30.000Z', 'just now'],
    ['60 seconds ago', '2026-09-29T11:59:00.000Z', '1 minute ago'],
    ['one second less than an hour ago', '2026-09-29T11:00:01.000Z', '59 minutes ago'],
    ['exactly two hours ago', '2026-09-29T10:00:00.000Z', '2 hours ago'],
    ['one second less than 48 hours ago', '2026-09-27T12:00:01.000Z', '47 hours ago'],
    ['exactly 48 hours ago', '2026-09-27T12:00:00.000Z', '2 days ago'],
  ])('is “$2” for a time $0', (_, instant, age) => {
    expect(timeAgo(instant, now, words)).toBe(age);
  });

  it.each([
    ['tomorrow’s date', '2026-09-30', 'today'],
    ['today’s date', '2026-09-29', 'today'],
    ['yesterday’s date', '2026-09-28', 'yesterday'],
    ['a date 31 days ago', '2026-08-29', '31 days ago'],
  ])('is “$2” for $0', (_, date, age) => {
    expect(daysAgo(date, now, words)).toBe(age);
  });

  it('is in the given language', () => {
    const words = { locale: 'pl', justNow: 'przed chwilą' };
    expect(timeAgo('2026-09-29T11:55:00.000Z', now, words)).toBe('5 minut temu');
    expect(timeAgo('2026-09-29T12:00:00.000Z', now, words)).toBe('przed chwilą');
    expect(daysAgo('2026-09-28', now, words)).toBe('wczoraj');
  });
});
