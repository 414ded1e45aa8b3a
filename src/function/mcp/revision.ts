import { quoted } from '../../text/quote.ts';
import { isObject, type Message, type RequestId, RpcError } from './message.ts';

/** The protocol's current revision. Each of its requests has all information that it needs. */
const CURRENT = '2026-07-28';

/** The only supported revision that has batches. */
const BATCHING = '2025-03-26';

/**
 * Earlier revisions, the newest first. Most clients still use them. A client begins with `initialize`, but this server
 * needs nothing from that request later.
 */
export const earlier = ['2025-11-25', '2025-06-18', BATCHING] as const;

export const revisions: readonly string[] = [CURRENT, ...earlier];

export type Era = 'current' | 'earlier';

const versionKey = 'io.modelcontextprotocol/protocolVersion';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';

/**
 * Finds the revision of a request, and checks what the current revision requires of each request. Headers must repeat
 * the body's values, so that proxies can rely on headers.
 *
 * @throws {RpcError}
 */
export function eraOf({ id, method, params }: Message, headers: Headers): Era {
  const meta = isObject(params['_meta']) ? params['_meta'] : {};
  const inHeader = headers.get('MCP-Protocol-Version');
  const inBody = meta[versionKey];
  if (inBody === undefined && (inHeader === null || isEarlier(inHeader))) return 'earlier';
  if (typeof inBody !== 'string') {
    if (inHeader !== null && inHeader !== CURRENT) throw unsupported(inHeader, id);
    throw new RpcError(400, 'invalidParams', `The params need _meta with ${versionKey}`, { id });
  }
  assertSame('MCP-Protocol-Version', inHeader, inBody, id);
  if (isEarlier(inBody)) return 'earlier';
  if (inBody !== CURRENT) throw unsupported(inBody, id);
  if (!isObject(meta[capabilitiesKey])) {
    throw new RpcError(400, 'invalidParams', `The params need _meta with ${capabilitiesKey}, an object`, { id });
  }
  assertSame('Mcp-Method', headers.get('Mcp-Method'), method, id);
  const { name } = params;
  if (method === 'tools/call' && typeof name === 'string') {
    assertSame('Mcp-Name', decoded(headers.get('Mcp-Name')), name, id);
  }
  return 'current';
}

/**
 * Whether the client may send several messages in one request. A client of the revision with batches names no revision in
 * a header, because it has no such header.
 */
export function allowsBatches(headers: Headers): boolean {
  const revision = headers.get('MCP-Protocol-Version');
  return revision === null || revision === BATCHING;
}

const isEarlier = (revision: string) => earlier.some((known) => known === revision);

function unsupported(requested: string, id: RequestId | undefined): RpcError {
  return new RpcError(400, 'unsupportedRevision', `Unsupported protocol version. Use ${revisions.join(' or ')}`, {
    id,
    data: { supported: revisions, requested },
  });
}

function assertSame(header: string, value: string | null, inBody: string, id: RequestId | undefined): void {
  if (value === inBody) return;
  const problem = value === null ? 'is missing' : `is ${quoted(value)}`;
  throw new RpcError(400, 'headerMismatch', `The header ${header} ${problem}. Set it to the body’s ${quoted(inBody)}`, {
    id,
  });
}

/** A header's value that isn't plain ASCII is written as `=?base64?…?=`. Returns invalid values unchanged. */
function decoded(value: string | null): string | null {
  const [, base64] = /^=\?base64\?(.*)\?=$/.exec(value ?? '') ?? [];
  if (base64 === undefined) return value;
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return value;
  }
}
