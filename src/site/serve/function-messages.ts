import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createRequest } from '@remix-run/node-fetch-server';

/*
 * What a Function reads of a request, and the response that it makes. Node's own `Request` and `Response` have streams
 * and signals, which take two thirds of a conversion's time.
 */

export interface FunctionRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly get: (name: string) => string | null };
}

/** @param base the URL of the server */
export function functionRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { protocol, host }: URL,
): FunctionRequest {
  const { method = 'GET', url = '/', headers } = request;
  // The Function reads a body as a stream, with a limit.
  if (method === 'POST') return createRequest(request, response, { protocol, host });
  return { method, url: `${protocol}//${host}${url}`, headers: new SentHeaders(headers) };
}

class SentHeaders {
  readonly #headers: IncomingHttpHeaders;

  constructor(headers: IncomingHttpHeaders) {
    this.#headers = headers;
  }

  get(name: string): string | null {
    return this.#headers[name.toLowerCase()]?.toString() ?? null;
  }
}

/** Headers as a list: each name, followed by its value. Most responses of a day share their headers. */
const lists = new WeakMap<object, readonly string[]>();

/** The class `Response` of a Function's code. */
export class FunctionResponse {
  readonly status: number;
  readonly #body: string | null;
  readonly #headers: Headers | Readonly<Record<string, string>>;

  constructor(
    body: string | null,
    { status = 200, headers = {} }: { status?: number; headers?: Headers | Readonly<Record<string, string>> } = {},
  ) {
    this.status = status;
    this.#body = body;
    this.#headers = headers;
  }

  text(): Promise<string> {
    return Promise.resolve(this.#body ?? '');
  }

  sendTo(response: ServerResponse): void {
    let list = lists.get(this.#headers);
    if (!list) {
      list = (this.#headers instanceof Headers ? [...this.#headers] : Object.entries(this.#headers)).flat();
      lists.set(this.#headers, list);
    }
    // With its length, a short response is sent in one piece.
    const length = this.#body === null ? [] : ['Content-Length', `${Buffer.byteLength(this.#body)}`];
    response.writeHead(this.status, [...list, ...length]).end(this.#body);
  }
}
