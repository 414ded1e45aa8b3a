import { randomChoices } from './random.ts';

const { below, pick } = randomChoices();

/** A message that a client may send. */
export interface Garbage {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

const depth = 5000;
const words = [
  '',
  'x',
  'EUR',
  'usd',
  '2026-09-29',
  '1e400',
  '__proto__',
  'constructor',
  'toString',
  '\0',
  '\ud800',
  '💶',
];
const names = [
  'convert',
  'rate',
  'history',
  'compare_rates',
  'list_currencies',
  'explain_rate',
  'from',
  'to',
  'amount',
  'date',
  'symbols',
  'search',
  'name',
];
const methods = ['initialize', 'ping', 'tools/list', 'tools/call', 'server/discover', 'notifications/x', 'prompts/get'];
const versions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2030-01-01', 'x'] as const;
const meta = 'io.modelcontextprotocol/';

const maybe = (value: unknown, other: unknown = anyValue(2)): unknown => (below(8) === 0 ? other : value);

/** Any JSON value. */
function anyValue(levels: number): unknown {
  const kinds = levels > 0 ? 9 : 7;
  switch (below(kinds)) {
    case 0:
      return null;
    case 1:
      return below(2) === 0;
    case 2:
      return below(2_000_000) - 1_000_000;
    case 3:
      return pick([1e308, -0, 1e-320, 2 ** 53, 0.1]);
    case 4:
      return pick(words).repeat(1 + below(3));
    case 5:
      return pick(names);
    case 6:
      return 'y'.repeat(below(3000));
    case 7:
      return Array.from({ length: below(4) }, () => anyValue(levels - 1));
    default:
      return object(levels - 1);
  }
}

function object(levels: number): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: below(5) }, () => [pick([...names, ...words]), anyValue(levels)]));
}

/** A message that looks like a request. Some of its parts are of any kind. */
function request(): Record<string, unknown> {
  const of = pick([{}, { _meta: maybe(metadata(), anyValue(2)) }]);
  const params = { name: maybe(pick(names)), arguments: maybe(object(2)), cursor: maybe(null), ...of };
  return {
    jsonrpc: maybe('2.0'),
    id: maybe(below(100)),
    method: maybe(pick(methods)),
    params: maybe(params),
    ...extra(),
  };
}

const metadata = () => ({
  [`${meta}protocolVersion`]: maybe(pick(versions)),
  [`${meta}clientInfo`]: maybe({ name: 'x', version: '1' }),
  [`${meta}clientCapabilities`]: maybe({}),
});

const extra = () => (below(10) === 0 ? object(2) : {});

function text(): string {
  switch (below(10)) {
    case 0:
      return JSON.stringify(anyValue(4));
    case 1:
      return JSON.stringify([request(), request()]);
    case 2:
      return pick(['[', '{"a":', '"']).repeat(depth);
    case 3:
      return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rate","arguments":{"base":${'['.repeat(depth)}${']'.repeat(depth)}}}}`;
    case 4: {
      const whole = JSON.stringify(request());
      return whole.slice(0, below(whole.length));
    }
    default:
      return JSON.stringify(request());
  }
}

function bytes(): Uint8Array<ArrayBuffer> {
  if (below(10) === 0) return Uint8Array.from({ length: below(500) }, () => below(256));
  const encoded = new TextEncoder().encode(text());
  // Another byte somewhere.
  if (below(5) === 0 && encoded.length > 0) encoded[below(encoded.length)] = below(256);
  return encoded;
}

function headers(): Record<string, string> {
  return {
    'Content-Type': below(20) === 0 ? 'text/plain' : 'application/json',
    ...(below(3) === 0 && { 'MCP-Protocol-Version': pick(versions) }),
    ...(below(3) === 0 && { 'Mcp-Method': pick(methods) }),
    ...(below(3) === 0 && { 'Mcp-Name': pick([...names, '=?base64?eA==?=', '=?base64?!?=']) }),
    ...(below(10) === 0 && { Accept: pick(['text/html', '*/*', 'x']) }),
  };
}

/** A request of the newest revision with the headers that it needs, and with arguments of any kind. */
function withItsHeaders(): Garbage {
  const [method, name] = [pick(methods), pick(names)];
  const _meta = { [`${meta}protocolVersion`]: versions[0], [`${meta}clientCapabilities`]: {} };
  const message = { jsonrpc: '2.0', id: 1, method, params: { name, arguments: anyValue(3), _meta } };
  return {
    body: new TextEncoder().encode(JSON.stringify(message)),
    headers: {
      'Content-Type': 'application/json',
      'MCP-Protocol-Version': versions[0],
      'Mcp-Method': method,
      'Mcp-Name': name,
    },
  };
}

/** The next message: random bytes, broken JSON, or a request with parts of any kind. The same in each run. */
export function nextGarbage(): Garbage {
  return below(4) === 0 ? withItsHeaders() : { body: bytes(), headers: headers() };
}
