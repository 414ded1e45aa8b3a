import type { Instant } from '../../money/calendar.ts';
import { describe, expect, it } from 'vitest';
import { freshnessSchema } from '../../api/tools/freshness.schema.ts';
import { tools } from '../../api/tools/tools.ts';
import { heldHkd } from '../../testing/data/held-hkd.ts';
import { documentsOf, served } from '../../testing/sites/served.ts';
import { recordedDay } from '../../testing/sites/small-site.ts';

const checkedAt = '2026-09-30T06:00:00.000Z';
const fresh = documentsOf({ snapshot: { ...recordedDay, checked_at: checkedAt, stale_reason: null } });

interface Result {
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent: { readonly freshness?: unknown };
}

/** Calls a tool at a time. */
async function call(name: string, given: object, now: Instant = checkedAt, documents = fresh): Promise<Result> {
  const { get } = served(documents, { now: () => now });
  const body = JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name, arguments: given },
  });
  const response = await get('/mcp', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  const { result } = (await response.json()) as { result: Result };
  const schema = tools.find((tool) => tool.name === name)?.schema.safeExtend({ freshness: freshnessSchema });
  expect(schema?.parse(result.structuredContent)).toEqual(result.structuredContent);
  return result;
}

describe('freshness of a tool’s result', () => {
  const pair = { from: 'EUR', to: 'USD' };
  const stopped =
    'The rates may not be current, because the site hasn’t checked its sources since 2026-09-30T06:00:00.';

  it.each([
    ['convert', pair, '2026-10-01T06:00:00.000Z', null, 'The site is up to date. It checked its sources at 2026-'],
    ['convert', pair, '2026-10-01T06:00:00.001Z', 'not_checked', stopped],
    ['rate', { symbols: 'EUR' }, '2026-10-30T00:00:00.000Z', 'not_checked', stopped],
    ['history', pair, '2026-10-01T06:00:00.001Z', 'not_checked', stopped],
    ['list_currencies', {}, '2026-10-01T06:00:00.001Z', 'not_checked', stopped],
    ['rate', { source: 'ecb' }, checkedAt, 'source_date_old', 'The rates aren’t current, because their source has no'],
    ['convert', { ...pair, date: '2026-09-29' }, checkedAt, null, 'The site is up to date.'],
  ] as const)('%s %j at %s has the reason %s', async (name, given, now, reason, text) => {
    const { content, structuredContent } = await call(name, given, now);
    expect(structuredContent.freshness).toEqual({
      ...{ stale: reason !== null, stale_reason: reason },
      ...{ checked_at: checkedAt, requested_at: now },
    });
    expect(content[0]?.text).toContain(text);
  });

  it.each([
    ['convert', { ...pair, date: '2026-09-28' }],
    ['rate', { date: '2026-04-13', source: 'ecb' }],
    ['history', { ...pair, start: '2026-09-01', end: '2026-09-28' }],
  ])('is omitted for a past day: %s %j', async (name, given) => {
    const { content, structuredContent } = await call(name, given, '2026-12-01T00:00:00.000Z');
    expect(structuredContent.freshness).toBeUndefined();
    expect(content[0]?.text).not.toMatch(/current|up to date/);
  });
});

it('a tool’s result names the dates of held rates and the reason', async () => {
  const { code, ...doubt } = heldHkd;
  const documents = documentsOf({ snapshot: { ...recordedDay, quality: new Map([[code, doubt]]) } });
  const { content } = await call('convert', { from: 'HKD', to: 'USD' }, checkedAt, documents);
  expect(content[0]?.text).toContain(
    'These rates are held, because the source’s newer values are in doubt or missing: HKD of 2026-09-20.',
  );
});

it.each([
  ['convert', { from: 'EUR', to: 'JPY', amount: '12.5' }, '/api/v1/convert?from=EUR&to=JPY&amount=12.5'],
  ['rate', { base: 'chf', symbols: ['EUR', 'usd'] }, '/api/v1/rates/chf?symbols=EUR,usd'],
  ['history', { from: 'EUR', to: 'JPY', every: 'month' }, '/api/v1/history?from=EUR&to=JPY&every=month'],
])('the document of %s %j is the document of %s with its freshness', async (name, given, path) => {
  const { freshness, ...document } = (await call(name, given)).structuredContent;
  expect(freshness).toBeDefined();
  expect(document).toEqual(await served(fresh, { now: () => checkedAt }).json(path));
});
