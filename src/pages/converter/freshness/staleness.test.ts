import type { Instant, IsoDate } from '../../../money/calendar.ts';
import { describe, expect, it } from 'vitest';
import en from '../../texts/en.json' with { type: 'json' };
import { bankOf } from '../../../sources/banks.ts';
import { stalenessWarning } from './staleness.ts';

const published = {
  rate_as_of: '2026-09-29' as const,
  checked_at: '2026-09-29T06:17:00.000Z' as const,
  stale_reason: null,
};
const stopped = 'This site hasn’t looked for newer rates for over a day, or your device’s clock is wrong.';

/** The warning on a page that is opened at one time and read at another time. */
function warning(openedAt: string, now = openedAt, changes: Partial<Parameters<typeof stalenessWarning>[0]> = {}) {
  const times = { openedAt: Date.parse(openedAt), now: Date.parse(now) };
  const texts: Partial<Record<string, unknown>> = en;
  return stalenessWarning({ ...published, ...changes, ...times })
    .map((key) => texts[key])
    .join(' ');
}

describe('staleness warning', () => {
  it.each([
    ['at the time of the site’s last check of the source', '2026-09-29T06:17:00Z'],
    ['a day after the site’s last check of the source', '2026-09-30T06:17:00Z'],
    ['if the visitor’s clock is a day slow', '2026-09-28T06:17:00Z'],
    ['if the visitor’s clock is years slow', '2001-01-01T00:00:00Z'],
  ])('isn’t shown %s', (_, openedAt) => {
    expect(warning(openedAt)).toBe('');
  });

  it('states that newer rates may be missing if the last check was over a day ago', () => {
    expect(warning('2026-09-30T06:17:01Z')).toBe(`These rates may not be current. ${stopped}`);
    expect(warning('2026-10-02T00:00:00Z')).toBe(`These rates aren’t current. ${stopped}`);
    expect(warning('2026-09-30T12:17:00Z', undefined, { stale_reason: 'cached_fallback' })).toBe(
      `These rates aren’t current. ${stopped}`,
    );
  });

  it('asks the visitor to reload a page that has been open for a day', () => {
    const openedAt = '2026-09-29T06:20:00Z';
    expect(warning(openedAt, '2026-09-29T09:00:00Z')).toBe('');
    expect(warning(openedAt, '2026-09-30T08:00:00Z')).toBe(
      'These rates may not be current. Reload the page for newer rates.',
    );
  });

  const old = 'These rates aren’t current. This site has no newer rates of this bank.';

  it('counts business days for the age of official rates', () => {
    const official = { bank: bankOf('ecb'), day: '2026-09-25' as const, held: [] };
    const at = (now: Instant) => warning(now, now, { checked_at: now, stale_reason: 'source_date_old', official });
    expect(at('2026-10-02T23:00:00.000Z')).toBe('');
    expect(at('2026-10-04T23:00:00.000Z')).toBe('');
    expect(at('2026-10-05T00:00:00.000Z')).toBe(old);
  });

  it('allows weekly rates twice the age of daily rates', () => {
    const at = (now: Instant, day: IsoDate, held: readonly IsoDate[]) =>
      warning(now, now, { checked_at: now, official: { bank: bankOf('nbp'), day, held } });
    expect(at('2026-10-07T12:00:00.000Z', '2026-10-07', ['2026-09-23'])).toBe('');
    expect(at('2026-10-08T12:00:00.000Z', '2026-10-08', ['2026-09-23'])).toBe(old);
    expect(at('2026-10-08T12:00:00.000Z', '2026-09-30', [])).toBe(old);
  });

  it('states that the source has no newer rates if the rates were stale at the last check or became stale later', () => {
    expect(warning('2026-09-29T06:17:00Z', undefined, { stale_reason: 'source_date_old' })).toBe(
      'These rates aren’t current. The source hasn’t published newer rates.',
    );
    const changes = { checked_at: '2026-10-01T23:30:00.000Z' as const };
    expect(warning('2026-10-01T23:59:59Z', undefined, changes)).toBe('');
    expect(warning('2026-10-02T00:00:00Z', undefined, changes)).toBe(
      'These rates aren’t current. The source hasn’t published newer rates.',
    );
  });
});
