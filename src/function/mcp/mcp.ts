import { ratesUnavailable } from '../../api/error.ts';
import { ALLOWED_REQUEST_HEADERS, functionHeader, openHeaders, securityHeaders } from '../../api/headers.ts';
import { paths } from '../../api/paths.ts';
import type { Site } from '../../api/query/site.ts';
import { serialize } from '../../api/serialize.ts';
import { messageIn, readJson, type RequestId, RpcError } from './message.ts';
import { answerMethod, type MethodInput } from './methods.ts';
import { allowsBatches, eraOf } from './revision.ts';

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
  try {
    assertPossible(request, origin);
    const value = await readJson(request);
    const toMethod = { ...input, origin };
    if (!Array.isArray(value) || !allowsBatches(request.headers)) {
      return responseOf(request, await answerOne(value, request.headers, toMethod));
    }
    if (value.length === 0 || value.length > MAX_BATCH) {
      throw new RpcError(400, 'invalidRequest', `Send from 1 to ${MAX_BATCH} messages in a batch`);
    }
    const answers: Answer[] = [];
    for (const item of value) answers.push(await answerOne(item, request.headers, toMethod));
    const documents = answers.flatMap(({ document }) => document ?? []);
    return responseOf(request, documents.length > 0 ? { status: 200, document: documents } : NOTIFIED);
  } catch (error) {
    return responseOf(request, errorAnswer(error, undefined, input));
  }
}

/** Maximum messages in a batch, because each call of a tool takes CPU time. */
const MAX_BATCH = 10;

/** The status of a response and its JSON. A notification has no response. */
interface Answer {
  readonly status: number;
  readonly document?: object;
}

const NOTIFIED: Answer = { status: 202 };

async function answerOne(value: unknown, headers: Headers, input: MethodInput & McpInput): Promise<Answer> {
  let id: RequestId | undefined;
  try {
    const message = messageIn(value);
    ({ id } = message);
    // A message without an id is a notification.
    if (id === undefined) return NOTIFIED;
    return {
      status: 200,
      document: { jsonrpc: '2.0', id, result: await answerMethod(message, eraOf(message, headers), input) },
    };
  } catch (error) {
    return errorAnswer(error, id, input);
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

function errorAnswer(error: unknown, id: RequestId | undefined, { log }: Pick<McpInput, 'log'>): Answer {
  const isKnown = error instanceof RpcError;
  if (!isKnown) log(error);
  const known = isKnown ? error : new RpcError(500, 'internalError', ratesUnavailable().message);
  const { status, code, message, data } = known;
  const of = known.id ?? id;
  const ofRequest = of !== undefined && { id: of };
  return { status, document: { jsonrpc: '2.0', ...ofRequest, error: { code, message, ...(data && { data }) } } };
}

function responseOf({ method }: Request, { status, document }: Answer): Response {
  const body = method === 'HEAD' || !document ? null : serialize(document);
  return new Response(body, { status, headers: { ...headers, ...(status === 405 && { Allow: ALLOWED_METHODS }) } });
}
