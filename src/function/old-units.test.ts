import type { Instant, IsoDate } from '../money/calendar.ts';
import { expect, it } from 'vitest';
import { archiveFiles } from '../api/documents/archive-files.ts';
import { archiveUpTo } from '../archive/archive.ts';
import { undoubted } from '../archive/official-rates.ts';
import { documentsOf, served } from '../testing/sites/served.ts';
import { recordedCatalogue, recordedDay, recordedDays, recordedOfficial } from '../testing/sites/small-site.ts';
import { ValidatedArchive } from '../validation/validate-archive.ts';

/*
 * A site whose newest rates are of 2025-12-31. SYP has a new unit since 2026-01-01, so its newest rate is in the old
 * unit from then on.
 */

const asOf = '2025-12-31';
const days = archiveUpTo(recordedDays, asOf);
const validated = new ValidatedArchive(days, recordedCatalogue);
const official = new Map([
  ...recordedOfficial,
  ['nbp', undoubted([{ date: asOf, rates: new Map([['USD', 3.6]]) }])],
  ['nbp-b', undoubted([{ date: asOf, rates: new Map([['SYP', 0.00033]]) }])],
]);
const documents = documentsOf({
  archive: archiveFiles(days, validated.rejected(), official),
  snapshot: {
    ...recordedDay,
    rate_as_of: asOf,
    retrieved_at: `${asOf}T06:00:00.000Z` as Instant,
    ...validated.newest(),
  },
});
const on = (date: IsoDate) => served(documents, { now: () => `${date}T00:00:00.000Z` as Instant });
const tool = (name: string, args: object) =>
  ({
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  }) as const;

it.each<[path: string, init?: RequestInit]>([
  ['/api/v1/convert?from=USD&to=SYP'],
  ['/api/v1/convert?from=SYP&to=SYP'],
  ['/api/v1/convert?from=USD&to=SYP&source=nbp'],
  ['/api/v1/rates/syp'],
  ['/api/v1/rates/usd?symbols=SYP'],
  ['/api/v1/rates/usd?symbols=SYP&source=nbp'],
  ['/api/convert?from=USD&to=SYP'],
  ['/api/rates/usd-to-syp'],
  ['/api/historical?from=USD&to=SYP'],
  ['/v2/rate/USD/SYP'],
  ['/oxr/latest.json?base=SYP'],
  ['/api/latest?access_key=x&base=SYP'],
  ['/api/latest?access_key=x&symbols=SYP'],
  ['/api/convert?access_key=x&from=USD&to=SYP&amount=1'],
  ['/mcp', tool('convert', { from: 'USD', to: 'SYP' })],
  ['/mcp', tool('rate', { base: 'USD', symbols: 'SYP' })],
])('a request without a date gets no rate in an old unit: %s %j', async (path, init) => {
  const failure = /"success":false|"isError":true|"status":40[04]/;
  expect(await (await on('2025-12-31').get(path, init)).text()).not.toMatch(failure);
  expect(await (await on('2026-01-01').get(path, init)).text()).toMatch(failure);
});

it.each<[path: string, init?: RequestInit]>([
  ['/api/v1/rates/usd'],
  ['/api/v1/rates/pln?source=nbp'],
  ['/v2/rates?base=USD'],
  ['/v2/currencies'],
  ['/oxr/latest.json'],
  ['/oxr/currencies.json'],
  ['/api/latest?access_key=x'],
  ['/mcp', tool('rate', { base: 'USD' })],
])('a list of the newest rates lacks a rate in an old unit: %s %j', async (path, init) => {
  expect(await (await on('2025-12-31').get(path, init)).text()).toMatch(/\bSYP\b/);
  const response = await on('2026-01-01').get(path, init);
  expect([response.status, await response.text()]).toEqual([200, expect.not.stringMatching(/\bSYP\b/)]);
});

it('the error for a rate in an old unit says why', async () => {
  expect(await on('2026-01-01').answer('/api/v1/convert?from=USD&to=SYP')).toEqual([
    400,
    {
      ...{ success: false, code: 'no_rate_today' },
      error:
        'No rate for SYP today. SYP has a new unit since 2026-01-01, so earlier rates don’t count. See /api/v1/status ' +
        'for the reason, and /api/v1/history?from=USD&to=SYP for past rates',
    },
  ]);
});

it('the tool list_currencies says that a currency has no rate today if its rate is in an old unit', async () => {
  const says = async (date: IsoDate) => (await on(date).get('/mcp', tool('list_currencies', { search: 'SYP' }))).text();
  expect(await says('2025-12-31')).toContain('"has_rate_today":true');
  expect(await says('2026-01-01')).toContain('"has_rate_today":false');
});
