import { ratesUnavailable } from '../../api/error.ts';
import { ALLOWED_REQUEST_HEADERS, functionHeader, openHeaders, securityHeaders } from '../../api/headers.ts';
import { paths } from '../../api/paths.ts';
import type { Site } from '../../api/query/site.ts';
import { serialize } from '../../api/serialize.ts';
import { readMessage, type RequestId, RpcError } from './message.ts';
import { answerMethod } from './methods.ts';
import { eraOf } from './revision.ts';

const ALLOWED_METHODS = 'POST, OPTIONS';

/** A response depends on the request's body and time, so no cache may keep it. */
const headers = {
  ...openHeaders,
  'Cache-Control': 'no-store',
  'Content-Type': 'application/json; charset=utf-8',
  ...securityHeaders,
  ...functionHeader,
};

const preflightHeaders = {
  'Access-Control-Allow-Headers': ALLOWED_REQUEST_HEADERS,
  'Access-Control-Allow-Methods': ALLOWED_METHODS,
  'Access-Control-Allow-Origin': openHeaders['Access-Control-Allow-Origin'],
  'Access-Control-Max-Age': '86400',
  Allow: ALLOWED_METHODS,
  ...securityHeaders,
  ...functionHeader,
};

export interface McpInput {
  /** The version of the server: the deployment. */
  readonly revision: string;
  readonly openSite: () => Promise<Site>;
  /** Logs an error that isn't the caller's. */
  readonly log: (error: unknown) => void;
}

/**
 * Handles a request to the MCP endpoint, through which AI assistants call the API as tools (Model Context Protocol,
 * transport "Streamable HTTP"). Each response is one JSON document, never a stream.
 *
 * The official server library isn't used, because it has 300 kB and takes about 100 ms of CPU time in a new isolate. The
 * Free plan allows 10 ms per request. The official client library tests this code in `conversation.test.ts`, and the
 * conformance suite in `scripts/lab/mcp-conformance.ts`.
 *
 * Any origin may send requests. The protocol wants the header `Origin` checked, so that a page can't reach a server on
 * the visitor's own machine or use the visitor's rights. This server is public and read-only, and has no credentials.
 */
export async function answerMcp(request: Request, input: McpInput): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: preflightHeaders });
  const { origin } = new URL(request.url);
  let id: RequestId | undefined;
  try {
    assertPossible(request, origin);
    const message = await readMessage(request);
    ({ id } = message);
    // A message without an id is a notification, which has no response.
    if (id === undefined) return new Response(null, { status: 202, headers });
    const result = await answerMethod(message, eraOf(message, request.headers), { ...input, origin });
    return new Response(serialize({ jsonrpc: '2.0', id, result }), { headers });
  } catch (error) {
    return errorResponse(request, error, id, input);
  }
}

/** @throws {RpcError} if the request can't be a message of the protocol */
function assertPossible({ method, headers }: Request, origin: string): void {
  if (method !== 'POST') {
    throw new RpcError(
      405,
      'invalidRequest',
      'Method not allowed. This URL is for AI assistants: an MCP server that takes JSON-RPC messages by POST. See ' +
        `${origin}/docs/assistants for settings, and ${origin}/${paths.openApi} for the HTTP API`,
    );
  }
  const accept = headers.get('Accept');
  if (accept !== null && !/application\/(json|\*)|\*\/\*/i.test(accept)) {
    throw new RpcError(406, 'invalidRequest', 'Responses are JSON. Send Accept: application/json, text/event-stream');
  }
}

function errorResponse({ method }: Request, error: unknown, id: RequestId | undefined, { log }: McpInput): Response {
  const isKnown = error instanceof RpcError;
  if (!isKnown) log(error);
  const known = isKnown ? error : new RpcError(500, 'internalError', ratesUnavailable().message);
  const { status, code, message, data } = known;
  const of = known.id ?? id;
  const document = {
    jsonrpc: '2.0',
    ...(of !== undefined && { id: of }),
    error: { code, message, ...(data && { data }) },
  };
  return new Response(method === 'HEAD' ? null : serialize(document), {
    status,
    headers: { ...headers, ...(status === 405 && { Allow: ALLOWED_METHODS }) },
  });
}
