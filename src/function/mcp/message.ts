import { isObject, type JsonObject } from './is-object.ts';
import { type RequestId, RpcError } from './rpc-error.ts';

/** A JSON-RPC message: a request, or a notification if it has no id. */
export interface Message {
  readonly id: RequestId | undefined;
  readonly method: string;
  readonly params: JsonObject;
}

/** @throws {RpcError} */
export function parseMessage(text: string): Message {
  const value = parseJson(text);
  if (Array.isArray(value)) throw invalid('Batches aren’t supported. Send each message in a separate request');
  if (!isObject(value)) throw invalid('The body must be a JSON-RPC 2.0 message, which is an object');
  const { id, method, params } = value;
  const known = isId(id) ? id : undefined;
  if (value['jsonrpc'] !== '2.0') throw invalid('Use "jsonrpc": "2.0"', known);
  if (id !== undefined && known === undefined) throw invalid('Use a text or an integer as id');
  if (typeof method !== 'string') {
    throw invalid('The message must have a method. This server sends no requests, so it accepts no responses', known);
  }
  if (params != null && !isObject(params)) throw invalid('The params must be an object', known);
  return { id: known, method, params: params ?? {} };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new RpcError(400, 'parseError', 'The body isn’t valid JSON. Send one JSON-RPC 2.0 message');
  }
}

function isId(id: unknown): id is RequestId {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

const invalid = (message: string, id?: RequestId) => new RpcError(400, 'invalidRequest', message, { id });
