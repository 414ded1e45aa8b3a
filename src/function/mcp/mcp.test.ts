import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { origin, served } from '../../testing/sites/served.ts';
import { paths } from '../../api/paths.ts';

const { get, assets } = served();

const JSON_TYPE = { 'Content-Type': 'application/json' };

type Sent = string | object;

const bodyOf = (sent: Sent) =>
  typeof sent === 'string'
    ? sent
    : sent instanceof Uint8Array
      ? (sent as Uint8Array<ArrayBuffer>)
      : JSON.stringify(sent);

function post(sent: Sent, headers: Record<string, string> = {}): Promise<Response> {
  return get('/mcp', { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: bodyOf(sent) });
}

/** The status and the JSON of a response. */
async function answer(sent: Sent, headers?: Record<string, string>): Promise<[status: number, body: unknown]> {
  const response = await post(sent, headers);
  const text = await response.text();
  return [response.status, text === '' ? undefined : JSON.parse(text)];
}

const version = '2026-07-28';
const request = (method: string, params: object = {}, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params });
const metaWith = (changes: object = {}) => ({
  _meta: {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
    ...changes,
  },
});
const headersOf = (method: string, name?: string) => ({
  'MCP-Protocol-Version': version,
  'Mcp-Method': method,
  ...(name !== undefined && { 'Mcp-Name': name }),
});
const errorWith = (code: number, text: string, id?: unknown) => ({
  jsonrpc: '2.0',
  ...(id !== undefined && { id }),
  error: expect.objectContaining({ code, message: expect.stringContaining(text) as string }) as object,
});

describe('message', () => {
  it.each<[string, Sent, number, number, string, unknown]>([
    ['no JSON', '{', 400, -32700, 'isn’t valid JSON', undefined],
    ['an empty body', '', 400, -32700, 'isn’t valid JSON', undefined],
    ['invalid UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 400, -32700, 'isn’t valid UTF-8', undefined],
    ['an empty batch', [], 400, -32600, 'Send from 1 to 10 messages', undefined],
    ['a batch that is too long', new Array(11).fill(request('ping')), 400, -32600, 'Send from 1 to 10', undefined],
    ['a text', '"ping"', 400, -32600, 'must be a JSON-RPC 2.0 message', undefined],
    ['null', 'null', 400, -32600, 'must be a JSON-RPC 2.0 message', undefined],
    ['another version of JSON-RPC', { id: 7, method: 'ping' }, 400, -32600, 'Use "jsonrpc": "2.0"', 7],
    ['the id null', request('ping', {}, null), 400, -32600, 'Use a text or an integer as id', undefined],
    ['a fraction as id', request('ping', {}, 1.5), 400, -32600, 'Use a text or an integer as id', undefined],
    ['an id that a number can’t hold', request('ping', {}, 2 ** 60), 400, -32600, 'beyond 9007199254740991', undefined],
    ['params that are a list', request('ping', []), 400, -32600, 'The params must be an object', 1],
    ['a response', { jsonrpc: '2.0', id: 1, result: {} }, 400, -32600, 'it accepts no responses', 1],
    ['an unknown method', request('tools/cal', {}, 'a'), 200, -32601, 'Method not found: "tools/cal"', 'a'],
    ['a property of objects as method', request('constructor'), 200, -32601, 'Method not found', 1],
    ['no name of a tool', request('tools/call'), 200, -32602, 'need the name of a tool. Tools: convert', 1],
    [
      'a list of arguments',
      request('tools/call', { name: 'rate', arguments: [] }),
      200,
      -32602,
      'must be an object',
      1,
    ],
  ])('with %s gets an error', async (_, sent, status, code, text, id) => {
    expect(await answer(sent)).toEqual([status, errorWith(code, text, id)]);
  });

  it.each([
    ['notifications/initialized', {}],
    ['notifications/cancelled', { requestId: 1 }],
    ['tools/call', { name: 'rate' }],
  ])('without an id is a notification, which has no response: %s', async (method, params) => {
    expect(await answer({ jsonrpc: '2.0', method, params })).toEqual([202, undefined]);
  });

  it('may have 64 kB', async () => {
    const empty = JSON.stringify(request('ping', { x: '' })).length;
    const ofLength = (bytes: number) => JSON.stringify(request('ping', { x: 'x'.repeat(bytes - empty) }));
    expect(await answer(ofLength(65_536))).toEqual([200, { jsonrpc: '2.0', id: 1, result: {} }]);
    expect(await answer(ofLength(65_537))).toEqual([413, errorWith(-32600, 'Use at most 65536 bytes')]);
    expect(await answer('{}', { 'Content-Length': '65537' })).toEqual([413, errorWith(-32600, 'too long')]);
  });

  it('without a length isn’t read beyond the limit', async () => {
    let chunks = 0;
    const endless = new ReadableStream({
      pull(controller) {
        chunks += 1;
        controller.enqueue(new Uint8Array(16_384));
      },
    });
    const response = await get('/mcp', { method: 'POST', headers: JSON_TYPE, body: endless, duplex: 'half' });
    expect([response.status, chunks < 10]).toEqual([413, true]);
  });

  it('gets an error if its body ends too early', async () => {
    const broken = new ReadableStream({
      pull(controller) {
        controller.error(new Error('The client has left.'));
      },
    });
    const response = await get('/mcp', { method: 'POST', headers: JSON_TYPE, body: broken, duplex: 'half' });
    expect([response.status, await response.json()]).toEqual([400, errorWith(-32700, 'Send the request again')]);
  });

  it.each([
    ['text/plain', 415],
    ['application/jsonp', 415],
    ['application/JSON; charset=utf-8', 200],
  ])('of the type %s gets status %i', async (type, status) => {
    expect((await post(request('ping'), { 'Content-Type': type })).status).toBe(status);
  });

  it.each([
    ['gzip', 415],
    ['identity', 200],
  ])('with “Content-Encoding: %s” gets status %i', async (encoding, status) => {
    expect((await post(request('ping'), { 'Content-Encoding': encoding })).status).toBe(status);
  });

  it.each([
    ['text/event-stream', 406],
    ['text/html', 406],
    ['*/*', 200],
    ['application/*', 200],
    ['application/json, text/event-stream', 200],
  ])('with “Accept: %s” gets status %i', async (accept, status) => {
    expect((await post(request('ping'), { Accept: accept })).status).toBe(status);
  });
});

describe('request of revision 2026-07-28', () => {
  const call = { name: 'convert', arguments: { from: 'EUR', to: 'USD' } };

  it.each<[string, object, Record<string, string>, number, number, string]>([
    ['no metadata', request('tools/list'), headersOf('tools/list'), 400, -32602, 'protocolVersion'],
    [
      'no capabilities',
      request('tools/list', metaWith({ 'io.modelcontextprotocol/clientCapabilities': undefined })),
      ...([headersOf('tools/list'), 400, -32602, 'clientCapabilities'] as const),
    ],
    ['no header', request('tools/list', metaWith()), {}, 400, -32020, 'The header MCP-Protocol-Version is missing'],
    [
      'another version in the header',
      request('tools/list', metaWith()),
      { ...headersOf('tools/list'), 'MCP-Protocol-Version': '2025-11-25' },
      ...([400, -32020, 'is "2025-11-25". Set it to the body’s "2026-07-28"'] as const),
    ],
    ['another method', request('tools/list', metaWith()), headersOf('ping'), 400, -32020, 'Mcp-Method is "ping"'],
    [
      'no tool in a header',
      request('tools/call', { ...call, ...metaWith() }),
      headersOf('tools/call'),
      ...([400, -32020, 'Mcp-Name is missing'] as const),
    ],
    [
      'a tool in a header that isn’t valid base64',
      request('tools/call', { ...call, ...metaWith() }),
      headersOf('tools/call', '=?base64?%?='),
      ...([400, -32020, 'Mcp-Name is "=?base64?%?="'] as const),
    ],
    ['a removed method', request('ping', metaWith()), headersOf('ping'), 404, -32601, 'Method not found: "ping"'],
    ['initialize', request('initialize', metaWith()), headersOf('initialize'), 404, -32601, 'Method not found'],
  ])('with %s gets an error', async (_, sent, headers, status, code, text) => {
    expect(await answer(sent, headers)).toEqual([status, errorWith(code, text, 1)]);
  });

  it.each([
    ['in the body and the header', metaWith({ 'io.modelcontextprotocol/protocolVersion': '2030-01-01' })],
    ['in the header only', {}],
  ])('of an unknown version %s gets the known versions', async (_, params) => {
    const headers = { ...headersOf('tools/list'), 'MCP-Protocol-Version': '2030-01-01' };
    expect(await answer(request('tools/list', params), headers)).toEqual([
      400,
      {
        jsonrpc: '2.0',
        id: 1,
        error: {
          code: -32022,
          message: 'Unsupported protocol version. Use 2026-07-28 or 2025-11-25 or 2025-06-18 or 2025-03-26',
          data: { supported: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'], requested: '2030-01-01' },
        },
      },
    ]);
  });

  it('may name the tool in base64', async () => {
    const sent = request('tools/call', { ...call, ...metaWith() });
    const [status, body] = await answer(sent, headersOf('tools/call', `=?base64?${btoa('convert')}?=`));
    expect([status, body]).toMatchObject([200, { result: { resultType: 'complete', isError: false } }]);
  });

  it('server/discover gets versions, capabilities and hints for caching', async () => {
    expect(await answer(request('server/discover', metaWith()), headersOf('server/discover'))).toEqual([
      200,
      {
        jsonrpc: '2.0',
        id: 1,
        result: {
          resultType: 'complete',
          supportedVersions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'],
          capabilities: { tools: {} },
          instructions: expect.stringContaining(`${origin}/llms.txt`) as string,
          ttlMs: 3_600_000,
          cacheScope: 'public',
          _meta: {
            'io.modelcontextprotocol/serverInfo': { name: 'ratesheet', title: 'Ratesheet', version: 'one' },
          },
        },
      },
    ]);
  });
});

describe('request of an earlier revision', () => {
  it.each([
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2025-03-26', '2025-03-26'],
    ['2024-11-05', '2025-11-25'],
    [undefined, '2025-11-25'],
  ])('initialize with version %s gets version %s', async (requested, protocolVersion) => {
    expect(await answer(request('initialize', { protocolVersion: requested }))).toMatchObject([
      200,
      { result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'ratesheet' } } },
    ]);
  });

  it('needs no session, and may name its version in a header', async () => {
    expect(await answer(request('ping'), { 'MCP-Protocol-Version': '2025-06-18' })).toEqual([
      200,
      { jsonrpc: '2.0', id: 1, result: {} },
    ]);
  });
});

describe('batch', () => {
  const call = (id: number, given: object) => request('tools/call', { name: 'convert', arguments: given }, id);
  const batch = [
    call(1, { from: 'EUR', to: 'USD' }),
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    call(2, { from: 'EUR', to: 'USD', amount: '' }),
    request('nothing', {}, 3),
  ];

  it('of a client without a version in a header gets a response to each request', async () => {
    expect(await answer(batch)).toEqual([
      200,
      [
        { jsonrpc: '2.0', id: 1, result: expect.objectContaining({ isError: false }) as object },
        { jsonrpc: '2.0', id: 2, result: expect.objectContaining({ isError: true }) as object },
        errorWith(-32601, 'Method not found', 3),
      ],
    ]);
    expect(await answer(batch.slice(1, 2))).toEqual([202, undefined]);
  });

  it('of a later revision gets an error', async () => {
    expect(await answer(batch, { 'MCP-Protocol-Version': '2025-06-18' })).toEqual([
      400,
      errorWith(-32600, 'Send each message in a separate request'),
    ]);
  });
});

it('reads a number that is too small for a computer as its digits', async () => {
  const sent = JSON.stringify(
    request('tools/call', { name: 'convert', arguments: { from: 'EUR', to: 'USD', amount: 7 } }),
  );
  expect(await answer(sent.replace(':7}', ':1e-400}'))).toMatchObject([
    200,
    { result: { isError: true, content: [{ text: expect.stringContaining('"1e-400"') as string }] } },
  ]);
});

describe('/mcp', () => {
  it.each(['GET', 'HEAD', 'DELETE', 'PUT', 'PATCH'])(
    'rejects the method %s, and says what it is for',
    async (method) => {
      const response = await get('/mcp', { method });
      expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST, OPTIONS']);
      const text = await response.text();
      if (method === 'HEAD') expect(text).toBe('');
      else expect(JSON.parse(text)).toEqual(errorWith(-32600, `See ${origin}/docs/assistants for settings`));
    },
  );

  it.each(['/mcp/', '/mcp?x=1'])('takes messages at %s, because users copy the URL by hand', async (path) => {
    const sent = { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(request('ping')) };
    const response = await get(path, sent);
    expect([response.status, await response.json()]).toEqual([200, { jsonrpc: '2.0', id: 1, result: {} }]);
  });

  it('allows pages of any origin to send requests', async () => {
    const { status, headers } = await get('/mcp', { method: 'OPTIONS', headers: { Origin: 'https://example.com' } });
    expect([status, Object.fromEntries(headers)]).toEqual([
      204,
      {
        'access-control-allow-headers': '*, Authorization',
        'access-control-allow-methods': 'POST, OPTIONS',
        'access-control-allow-origin': '*',
        'access-control-max-age': '86400',
        allow: 'POST, OPTIONS',
        'referrer-policy': 'no-referrer',
        'served-by': 'function',
        'strict-transport-security': 'max-age=31536000',
        'x-content-type-options': 'nosniff',
      },
    ]);
    const response = await post(request('ping'), { Origin: 'https://example.com' });
    expect([response.status, Object.fromEntries(response.headers)]).toMatchObject([
      200,
      {
        'access-control-allow-origin': '*',
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
      },
    ]);
  });

  describe('without the site’s files', () => {
    let logged: MockInstance<typeof console.error>;
    beforeEach(() => {
      logged = vi.spyOn(console, 'error').mockReturnValue();
    });
    afterEach(() => logged.mockRestore());

    it('logs the problem and returns an error without it', async () => {
      const facts = assets.files.get(paths.currencyFacts) ?? '';
      assets.files.delete(paths.currencyFacts);
      const call = request('tools/call', { name: 'list_currencies' });
      expect(await answer(call)).toEqual([500, errorWith(-32603, 'Rates are temporarily unavailable', 1)]);
      expect(logged.mock.calls).toEqual([[expect.stringContaining('POST /mcp: FileError')]]);
      assets.files.set(paths.currencyFacts, facts);
      expect(await answer(call)).toMatchObject([200, { result: { isError: false } }]);
    });
  });
});
