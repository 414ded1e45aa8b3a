export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a JSON value is an object, and not an array or null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A JSON-RPC message: a request, or a notification if it has no id. */
export interface Message {
  readonly id: RequestId | undefined;
  readonly method: string;
  readonly params: JsonObject;
}

export type RequestId = string | number;

/** The protocol's error codes. */
const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  headerMismatch: -32020,
  unsupportedRevision: -32022,
} as const;

/** An error of the protocol, in contrast to an error of a tool. Its message says what to do. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  /** The status of the HTTP response. */
  readonly status: 200 | 400 | 404 | 405 | 406 | 413 | 415 | 500;
  readonly code: (typeof rpcCodes)[keyof typeof rpcCodes];
  /** The id of the request, if it could be read. */
  readonly id: RequestId | undefined;
  readonly data: object | undefined;

  constructor(
    status: RpcError['status'],
    code: keyof typeof rpcCodes,
    message: string,
    { id, data }: { readonly id?: RequestId | undefined; readonly data?: object } = {},
  ) {
    super(message);
    this.status = status;
    this.code = rpcCodes[code];
    this.id = id;
    this.data = data;
  }
}

/** Maximum bytes of a request's body. A call of a tool has a few hundred. */
const MAX_BODY_BYTES = 64 * 1024;

/** Reads the JSON of a request. @throws {RpcError} if its body isn't JSON */
export async function readJson(request: Request): Promise<unknown> {
  return parseJson(await readBody(request));
}

/** The message in a JSON value. @throws {RpcError} if it isn't a valid message */
export function messageIn(value: unknown): Message {
  if (Array.isArray(value)) throw invalid('Batches aren’t supported. Send each message in a separate request');
  if (!isObject(value)) throw invalid('The body must be a JSON-RPC 2.0 message, which is an object');
  const { id, method, params } = value;
  const known = isId(id) ? id : undefined;
  if (value['jsonrpc'] !== '2.0') throw invalid('Use "jsonrpc": "2.0"', known);
  if (id !== undefined && known === undefined) throw invalid(adviceOnId(id));
  if (typeof method !== 'string') {
    throw invalid('The message must have a method. This server sends no requests, so it accepts no responses', known);
  }
  if (params != null && !isObject(params)) throw invalid('The params must be an object', known);
  return { id: known, method, params: params ?? {} };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, withDigits) as unknown;
  } catch {
    throw new RpcError(400, 'parseError', 'The body isn’t valid JSON. Send one JSON-RPC 2.0 message');
  }
}

/**
 * Keeps a number that JavaScript can't hold as its text, so that `1e-400` isn't read as 0. Whoever reads the number
 * rejects the text. An id keeps its type.
 */
function withDigits(key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined || key === 'id') return value;
  const isLost = value === 0 ? /^-?[0.]*[1-9]/.test(context.source) : !Number.isFinite(value);
  return isLost ? context.source : value;
}

function adviceOnId(id: unknown): string {
  if (!Number.isInteger(id)) return 'Use a text or an integer as id';
  return `The id is beyond ${Number.MAX_SAFE_INTEGER}, so its digits can’t be kept. Use a smaller integer or a text as id`;
}

function isId(id: unknown): id is RequestId {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

const invalid = (message: string, id?: RequestId) => new RpcError(400, 'invalidRequest', message, { id });

/**
 * Reads the text of a request's JSON body. It stops reading at the limit, because the length that a client states may be
 * wrong or missing.
 *
 * @throws {RpcError}
 */
async function readBody({ body, headers }: Request): Promise<string> {
  if (!/^application\/json\s*(;|$)/i.test(headers.get('Content-Type') ?? '')) {
    throw new RpcError(415, 'invalidRequest', 'Send the message with Content-Type: application/json');
  }
  if (!/^(identity)?$/i.test(headers.get('Content-Encoding') ?? '')) {
    throw new RpcError(415, 'invalidRequest', 'Compressed messages aren’t supported. Send no Content-Encoding');
  }
  if (Number(headers.get('Content-Length')) > MAX_BODY_BYTES) throw tooLong();
  const reader = (body as ReadableStream<Uint8Array> | null)?.getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  let text = '';
  for (;;) {
    const chunk = await unlessUnreadable(reader?.read());
    if (chunk?.value === undefined) return text + decode(decoder);
    bytes += chunk.value.byteLength;
    if (bytes > MAX_BODY_BYTES) {
      await reader?.cancel();
      throw tooLong();
    }
    text += decode(decoder, chunk.value);
  }
}

const tooLong = () => new RpcError(413, 'invalidRequest', `The body is too long. Use at most ${MAX_BODY_BYTES} bytes`);

/** A client may end its request before the whole body was read. */
async function unlessUnreadable<T>(reading: Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await reading;
  } catch {
    throw new RpcError(400, 'parseError', 'The body couldn’t be read. Send the request again');
  }
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    throw new RpcError(400, 'parseError', 'The body isn’t valid UTF-8. Encode the JSON as UTF-8');
  }
}
