import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { served } from '../testing/sites/served.ts';
import { ratesheet } from './client.ts';

const { assets, get } = served();
const client = ratesheet({
  baseUrl: 'https://rates.example',
  maxAge: 2,
  fetch: (url) => {
    const path = url.replace('https://rates.example', '');
    const body = assets.files.get(path.slice(1));
    return body === undefined ? get(path) : Promise.resolve(new Response(body));
  },
});

describe('client > metals', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse('2026-09-29T12:00:00.000Z'), toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    [{}, '2026-09-29'],
    [{ date: '2026-09-29' }, '2026-09-29'],
    [{ date: '2024-03-02' }, '2024-03-02'],
    [{ before: '2026-09-29' }, '2026-09-28'],
  ])('have the API’s rate with %j', async (options, date) => {
    for (const [from, to] of [['USD', 'XAU'] as const, ['XAG', 'EUR'] as const, ['XAU', 'XPT'] as const]) {
      const query = new URLSearchParams({ from, to, ...options });
      const { rate } = (await (await get(`/api/v1/convert?${String(query)}`)).json()) as { rate: number };
      expect(await client.rate(from, to, options)).toMatchObject({ from, to, rate, date });
    }
  });

  it('have a history', async () => {
    const history = await client.history('XAU', 'USD', { start: '2026-09-28' });
    expect(history.map(({ date }) => date)).toEqual(['2026-09-28', '2026-09-29']);
  });

  it('are in a snapshot only as its base', async () => {
    const metals = Object.keys((await client.snapshot()).rates).filter((code) => /^X(A[GU]|P[DT])$/.test(code));
    expect(metals).toEqual([]);
    const ofGold = await client.snapshot({ base: 'XAU' });
    expect([ofGold.rates['XAU'], ofGold.convert(1, 'XAU', 'USD').result]).toEqual([1, 4129.10045482]);
    const snapshot = await client.snapshot();
    expect(() => snapshot.rate('XAU', 'EUR')).toThrow('Use the client’s rate() or convert()');
  });
});
