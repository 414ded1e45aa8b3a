import { instantAt } from '../money/calendar.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { redenominatedSite } from '../testing/sites/redenominated-site.ts';
import { ratesheet } from './client.ts';
import type { DayOptions } from './ratesheet.d.ts';

const now = () => instantAt(Date.now());
const running = { site: redenominatedSite('2026-01-30', now), at: '2026-01-30T08:00:00.000Z' };
/** The site's newest rate of SYP is in the old unit. */
const stopped = { site: redenominatedSite('2025-12-31', now), at: '2026-01-01T08:00:00.000Z' };

/** A client of a site at a time. */
function clientOf({ site: { assets, get }, at }: typeof running) {
  vi.useFakeTimers({ now: Date.parse(at), toFake: ['Date'] });
  return ratesheet({
    baseUrl: 'https://rates.example',
    fetch: (url) => {
      const path = url.replace('https://rates.example', '');
      const body = assets.files.get(path.slice(1));
      return body === undefined ? get(path) : Promise.resolve(new Response(body));
    },
  });
}
afterEach(() => vi.useRealTimers());

/** The name and the advice of an error. */
const failed = {
  name: 'NoRateForDate',
  message: expect.stringMatching(/SYP has a new unit since 2026-01-01, so/) as string,
};

describe('client > a rate in the old unit of a redenomination', () => {
  it.each<[DayOptions, 'running' | 'stopped']>([
    [{ source: 'ecb', date: '2026-01-02', orEarlier: true }, 'running'],
    [{ source: 'ecb', date: '2026-01-01', orEarlier: true }, 'running'],
    [{ source: 'ecb', before: '2026-01-01' }, 'running'],
    [{ source: 'ecb', before: '2026-01-05' }, 'running'],
    [{ source: 'nbp', date: '2026-01-08', orEarlier: true }, 'running'],
    [{ source: 'market', before: '2026-01-01' }, 'running'],
    [{ source: 'market', date: '2026-01-01', orEarlier: true }, 'stopped'],
    [{ source: 'ecb', date: '2026-01-02', orEarlier: true }, 'stopped'],
    [{ source: 'market' }, 'stopped'],
    [{ source: 'ecb' }, 'stopped'],
  ])('doesn’t count for %j, on a site that is %s', async (options, state) => {
    const client = clientOf({ running, stopped }[state]);
    await expect(client.rate('USD', 'SYP', options)).rejects.toMatchObject(failed);
    const snapshot = await client.snapshot(options);
    expect(snapshot.rates).not.toHaveProperty('SYP');
  });

  it.each<[DayOptions, 'running' | 'stopped', number]>([
    [{ source: 'ecb', date: '2025-12-31' }, 'running', 10_000],
    [{ source: 'ecb', date: '2025-12-28', orEarlier: true }, 'running', 10_000],
    [{ source: 'ecb', before: '2025-12-31' }, 'running', 10_000],
    [{ source: 'ecb', date: '2026-01-05' }, 'running', 100],
    [{ source: 'ecb', date: '2026-01-10', orEarlier: true }, 'running', 100],
    [{ source: 'ecb' }, 'running', 100],
    [{ source: 'ecb', date: '2025-12-31' }, 'stopped', 10_000],
  ])('counts in its own time, for %j, on a site that is %s', async (options, state, rate) => {
    expect((await clientOf({ running, stopped }[state]).rate('EUR', 'SYP', options)).rate).toBe(rate);
  });

  it('doesn’t count in a snapshot that was kept until the new unit', async () => {
    const client = clientOf({ ...stopped, at: '2025-12-31T08:00:00.000Z' });
    const [kept, ofSyp] = [await client.snapshot(), await client.snapshot({ base: 'SYP' })];
    const past = await client.snapshot({ date: '2025-12-31' });
    const saved = JSON.stringify(kept);
    expect(kept.rate('USD', 'SYP').rate).toBe(10_000);
    vi.setSystemTime('2026-01-01T08:00:00.000Z');
    for (const snapshot of [kept, client.restore(JSON.parse(saved) as ReturnType<typeof kept.toJSON>)]) {
      expect(() => snapshot.convert(1, 'USD', 'SYP')).toThrow(expect.objectContaining({ name: 'UnknownCurrency' }));
      expect(snapshot.rates).not.toHaveProperty('SYP');
      expect(snapshot.rate('USD', 'EUR').rate).toBeGreaterThan(0);
    }
    expect(ofSyp.rates).toEqual({});
    expect(past.rate('USD', 'SYP').rate).toBe(10_000);
  });

  it('isn’t averaged with rates in the new unit', async () => {
    const range = { source: 'nbp', start: '2021-01-04', end: '2021-12-31', every: 'year', value: 'mean' } as const;
    const averages = await clientOf(running).history('PLN', 'VES', range);
    expect(averages.map(({ rate, complete }) => [rate, complete])).toEqual([
      [1_000_000, false],
      [1, false],
    ]);
  });
});
