import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tools as declared } from '../../api/tools/tools.ts';
import { nextGarbage } from '../../testing/data/garbage-messages.ts';
import { problemOf } from '../../testing/data/protocol-response.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { startFunction } from '../../testing/servers/function-in-workerd.ts';

// The official client library calls the published Function in workerd. It checks each result of a tool against the
// tool's schema.

const aNumber = expect.any(Number) as number;
const folder = temporaryFolder();
let theFunction: Awaited<ReturnType<typeof startFunction>>;

beforeAll(async () => {
  theFunction = await startFunction(folder.path);
});
afterAll(async () => {
  expect(theFunction.log()).toBe('');
  await theFunction[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

type Mode = 'legacy' | { readonly pin: string };

async function connect(mode: Mode) {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${theFunction.url}/mcp`)));
  return client;
}

it('the Function gives each of 500 random messages a response of the protocol', async () => {
  for (let count = 0; count < 500; count += 1) {
    const { body, headers } = nextGarbage();
    const response = await fetch(`${theFunction.url}/mcp`, { method: 'POST', headers, body });
    expect(problemOf(response.status, await response.text())).toBeUndefined();
  }
});

describe.each<[string, Mode]>([
  ['2026-07-28', { pin: '2026-07-28' }],
  ['2025-11-25', 'legacy'],
])('the official client, with revision %s of the protocol', (revision, mode) => {
  let client: Client;
  beforeAll(async () => {
    client = await connect(mode);
  });
  afterAll(() => client.close());

  const call = (name: string, given: Record<string, unknown>) => client.callTool({ name, arguments: given });

  it('connects', () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(client.getServerCapabilities()).toEqual({ tools: {} });
    expect(client.getServerVersion()).toMatchObject({ name: 'ratesheet', title: 'Ratesheet' });
    expect(client.getInstructions()).toContain(`${theFunction.url}/llms.txt`);
  });

  it('lists the tools with their parameters', async () => {
    const { tools } = await client.listTools();
    expect(
      tools.map(({ name, inputSchema: { properties = {}, required = [] } }) => [
        name,
        Object.keys(properties).map((parameter) => [parameter, required.includes(parameter)]),
      ]),
    ).toEqual(
      declared.map(({ name, parameters }) => [
        name,
        Object.entries(parameters).map(([parameter, { isRequired = false }]) => [parameter, isRequired]),
      ]),
    );
    // Some clients follow no reference.
    expect(JSON.stringify(tools)).not.toContain('$ref');
  });

  it.each<[string, Record<string, unknown>, object, string]>([
    [
      'convert',
      { from: 'eur', to: 'JPY', amount: 100, date: null },
      { from: 'EUR', to: 'JPY', amount: 100, result: 17890.5547892, rate: 178.905547892, rate_as_of: '2026-09-29' },
      '100 EUR = 17890.5547892 JPY, at 1 EUR = 178.905547892 JPY, a rate of 2026-09-29.',
    ],
    [
      'convert',
      { from: 'USD', to: 'EUR', amount: '1e2', date: '2026-04-12', source: 'ecb' },
      { amount: 100, rate_as_of: '2026-04-10', rate_type: 'official_reference' },
      'Official rates. Source: European Central Bank (https://www.ecb.europa.eu/',
    ],
    [
      'rate',
      { base: 'EUR', symbols: ['usd', 'GBP'], date: '2026-09-27' },
      { base: 'EUR', rate_as_of: '2026-09-27', rates: { GBP: aNumber, USD: aNumber } },
      'Source: fawazahmed0/exchange-api (https://github.com/fawazahmed0/exchange-api, license CC0-1.0).',
    ],
    [
      'compare_rates',
      { from: 'EUR', to: 'USD', date: '2026-04-10' },
      {
        comparison: [
          { key: 'market', difference_percent: 0 },
          { key: 'ecb', rate_as_of: '2026-04-10' },
        ],
      },
      'The European Central Bank: 1.',
    ],
    ['rate', {}, { base: 'USD', rates: { USD: 1, AED: aNumber } }, 'more, rates of 2026-09-29.'],
    [
      'history',
      { from: 'EUR', to: 'USD', start: '2026-09-01', end: '2026-09-28', every: 'week' },
      { every: 'week', data_points: 5 },
      '1 EUR in USD from 2026-09-01 to 2026-09-28: 5 rates, one per week. First: ',
    ],
    [
      'list_currencies',
      { search: 'Swiss ' },
      { count: 1, currencies: [{ code: 'CHF', name: 'Swiss Franc', type: 'fiat', minor_units: 2 }] },
      '1 currency: CHF (Swiss Franc). ',
    ],
    [
      'explain_rate',
      { from: 'EUR', to: 'SYP' },
      { rate: null, error: { code: 'no_rate_today' }, currencies: [{ state: 'ok' }, { state: 'omitted' }], bank: null },
      'SYP is omitted. Its value has been in doubt or missing since 2026-07-23: ',
    ],
    [
      'explain_rate',
      { from: 'USD', to: 'EUR', date: '2026-04-12', source: 'ecb' },
      { rate_as_of: '2026-04-10', currencies: [], bank: { quotes: [{ code: 'USD', file: '/archive/ecb/2026.csv' }] } },
      'As the bank published it: 1 EUR = ',
    ],
  ])('gets the result of %s %j as text and as a document of its schema', async (name, given, part, text) => {
    const { content, structuredContent, isError } = await call(name, given);
    expect(isError).toBe(false);
    expect(structuredContent).toMatchObject({ success: true, ...part });
    expect(content).toEqual([
      { type: 'text', text: expect.stringContaining(text) as string },
      { type: 'text', text: JSON.stringify(structuredContent) },
    ]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['convert', {}, 'Missing required parameters: from, to. Example: {"from":"USD","to":"EUR"}'],
    ['convert', { from: 'USD', to: '' }, 'Missing required parameter: to. Example: {"from":"USD","to":"EUR"}'],
    ['convert', { from: 'USD', to: 'EUR', amount: -1 }, 'Invalid amount: "-1". Use a non-negative number'],
    ['convert', { from: 'USD', to: 'EUR', amount: { n: 1 } }, 'Invalid amount. Use a text or a number'],
    ['convert', { from: 'USD', to: 'DEM' }, 'DEM was replaced by EUR on 1999-01-01'],
    ['convert', { from: 'USD', to: 'EUR', on: '2026-09-01' }, 'Unsupported parameter: "on". Use date'],
    ['convert', { from: 'USD', to: 'EUR', __proto__x: 1 }, 'Unsupported parameter: "__proto__x". Supported: from, to'],
    ['rate', { date: '2999-01-01' }, 'The newest rates are of 2026-09-29. Omit date to get them'],
    ['rate', { symbols: ['EUR', 1] }, 'Invalid symbols. Use a text or a list of texts'],
    ['rate', { date: 'today' }, 'Invalid date: "today". Use YYYY-MM-DD'],
    ['rate', { source: 'boe' }, 'Invalid source: "boe". Use market'],
    ['rate', { base: 'SYP' }, 'No rate for SYP today. Use the tool explain_rate for the reason, and the tool history'],
    [
      'history',
      { from: 'EUR', to: 'USD', start: '2024-01-02', source: 'ecb' },
      'a result has at most 400. Use every=week',
    ],
    ['history', { from: 'EUR', to: 'USD', start: '2026-09-29', end: '2026-09-01' }, 'Invalid range'],
    ['history', { from: 'EUR', to: 'USD', value: 'mean' }, 'No averages by day'],
    ['list_currencies', { search: ['x'] }, 'Invalid search. Use a text or a number'],
    [
      'explain_rate',
      { from: 'EUR', to: 'AED', source: 'ecb' },
      'With source=market, this request returns market rates',
    ],
  ])('gets an error of %s %j that says what to do', async (name, given, text) => {
    expect(await call(name, given)).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expect.stringContaining(text) as string }],
    });
  });

  it('gets the protocol’s errors for an unknown tool, method or cursor', async () => {
    await expect(call('convert_money', {})).rejects.toThrow('Unknown tool: "convert_money". Tools: convert, rate');
    await expect(client.listTools({ cursor: 'x' })).rejects.toThrow('Unknown cursor');
    await expect(client.request({ method: 'prompts/get', params: { name: 'x' } })).rejects.toThrow('Method not found');
  });

  it('can cancel a request while the Function reads a file, and send it again', async () => {
    // The isolate caches files, so each revision reads another.
    const from = revision === '2026-07-28' ? 'CHF' : 'SEK';
    const request = { name: 'history', arguments: { from, to: 'NOK', start: '2024-06-01', every: 'year' } };
    theFunction.files.delay = 400;
    const cancelled = client.callTool(request, { signal: AbortSignal.timeout(100) });
    await expect(cancelled).rejects.toThrow('timeout');
    theFunction.files.delay = 0;
    expect(await client.callTool(request)).toMatchObject({ isError: false });
  });
});
