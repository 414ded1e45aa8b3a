import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../currencies/catalogue.ts';
import type { PairRange } from '../api/documents/pair-range.ts';
import { paths } from '../api/format/paths.ts';
import { datesUpTo, dayNumber } from '../rates/calendar.ts';
import { FIRST_DAY } from '../rates/first-day.ts';
import { round } from '../rates/round.ts';
import { readJson } from '../testing/sites/read-site.ts';
import { recordedDays, recordedFiles, writeSmallSite } from '../testing/sites/small-site.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { startThreeHosts, type ThreeHosts } from '../testing/servers/three-hosts.ts';

const folder = temporaryFolder();
const site = join(folder.path, 'site');
let urls: ThreeHosts['urls'];
const servers = new AsyncDisposableStack();
beforeAll(async () => {
  await writeSmallSite(site, { archive: { ...recordedDays, gaps } });
  ({ urls } = servers.use(await startThreeHosts(site)));
});
afterAll(async () => {
  await servers.disposeAsync();
  await folder[Symbol.asyncDispose]();
});

const { validDays } = recordedFiles;
/** Every day that isn't recorded is a gap, so that years are finished. */
const gaps = datesUpTo('2025-12-31', dayNumber('2025-12-31') - dayNumber(FIRST_DAY)).filter(
  (date) => !recordedDays.days.some((day) => day.date === date),
);
const code = fc.constantFrom(...catalogue.map(({ code }) => code));
const place = fc.nat(validDays.length - 1);
const sample = fc.sample(fc.tuple(code, code, place, place), { numRuns: 150, seed: 7 });

describe.each([
  ['the preview server', 'preview'],
  ['workerd (Cloudflare’s runtime)', 'workerd'],
] as const)('past rates served by %s', (_, server) => {
  it('are the archive’s rates that passed validation', async () => {
    let answered = 0;
    for (const [from, to, one, other] of sample) {
      const [start, end] = [validDays[Math.min(one, other)]?.date ?? '', validDays[Math.max(one, other)]?.date ?? ''];
      const expected = validDays.flatMap(({ date, rates }) => {
        const [a, b] = [rates.get(from), rates.get(to)];
        return date >= start && date <= end && a !== undefined && b !== undefined ? [{ date, rate: round(b / a) }] : [];
      });
      const range = await fetch(`${urls[server]}/api/v1/history?from=${from}&to=${to}&start=${start}&end=${end}`);
      if (expected.length === 0) {
        expect(range.status).toBe(400);
        continue;
      }
      expect(((await range.json()) as PairRange).data).toEqual(expected);
      const last = expected.at(-1) ?? expect.fail();
      const conversion = await fetch(`${urls[server]}/api/v1/convert?from=${from}&to=${to}&date=${last.date}`);
      expect(await conversion.json()).toMatchObject({ rate: last.rate, rate_as_of: last.date });
      answered++;
    }
    expect(answered).toBeGreaterThan(100);
  });

  it('may be cached for longer if they are of a finished year', async () => {
    const cacheOf = async (path: string) => (await fetch(urls[server] + path)).headers.get('Cache-Control');
    expect(await cacheOf('/archive/2024.csv')).toBe('public, max-age=31536000, immutable');
    expect(await cacheOf('/archive/2026.csv')).toMatch(/^public, max-age=600,/);
    for (const form of ['', '.json']) {
      expect(await cacheOf(`/api/v1/history/eur/2025${form}`)).toMatch(/^public, max-age=86400,/);
      expect(await cacheOf(`/api/v1/history/eur/2026${form}`)).toMatch(/^public, max-age=600,/);
    }
  });

  it('have the same content as the site’s files unless the query has a different base', async () => {
    for (const [path, file] of [
      ['/api/v1/history/eur/2025', paths.currencyYear('EUR', '2025')],
      ['/api/v1/rates/2025-06-03', paths.datedRates('2025-06-03')],
      ['/api/v1/rates/JPY', paths.datedRates('JPY')],
      ['/api/v1/currencies', paths.currencyFacts],
    ] as const) {
      const answer = await fetch(urls[server] + path);
      expect([path, await answer.json()]).toEqual([path, readJson(site, file)]);
    }
    const onEuro = await fetch(`${urls[server]}/api/v1/rates/2025-06-03?base=EUR`);
    expect(await onEuro.json()).toMatchObject({ base: 'EUR', rates: { EUR: 1 } });
  });
});

describe('requests for past rates after the daily quota of the Pages Function is used up', () => {
  it.each([
    '/api/v1/rates/2025-06-03?base=EUR',
    '/api/v1/rates/2025-06-03?symbols=USD',
    '/api/v1/rates/2025-06-03',
    '/api/v1/rates/eur?symbols=USD',
    '/api/v1/history?from=EUR&to=USD',
    '/api/v1/history.csv?from=EUR&to=USD',
    '/api/v1/convert?from=EUR&to=USD&date=2025-06-03',
  ])('return status 404 for %s', async (path) => {
    const { status, headers } = await fetch(urls.files + path);
    expect([status, headers.get('content-type')?.split(';')[0]]).toEqual([404, 'application/json']);
  });

  it.each(['/api/v1/history/eur/2025', '/api/v1/rates/2025-06-03.json', '/api/v1/rates/eur.json', '/api/v1/rates.csv'])(
    'still return the static file %s',
    async (path) => {
      expect((await fetch(urls.files + path)).status).toBe(200);
    },
  );
});
