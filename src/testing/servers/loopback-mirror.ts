import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../../site/serve/listen.ts';

export interface LoopbackMirror extends AsyncDisposable {
  readonly url: string;
  /** Number of requests that have arrived. */
  readonly requests: () => number;
  /** Number of connections that were opened for the requests. */
  readonly connections: () => number;
}

/** Starts a real HTTP server on this machine with the given response. */
export async function startMirror(
  answer: (response: ServerResponse, request: IncomingMessage) => void,
): Promise<LoopbackMirror> {
  let [requests, connections] = [0, 0];
  const server = createServer((request, response) => {
    requests++;
    answer(response, request);
  });
  server.on('connection', () => connections++);
  const { url, [Symbol.asyncDispose]: dispose } = await listen(server);
  return {
    url,
    requests: () => requests,
    connections: () => connections,
    [Symbol.asyncDispose]: dispose,
  };
}

/** Sends the same bytes until the client disconnects. */
export function endless(chunk: Buffer) {
  return (response: ServerResponse): ServerResponse => {
    const send = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', send);
    send();
    return response;
  };
}

/** Responses of a mirror, good and bad, by name. */
export const answers = {
  json: (body: unknown) => (response: ServerResponse) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body)),
  text: (body: string) => (response: ServerResponse) => response.setHeader('content-type', 'text/html').end(body),
  status: (code: number) => (response: ServerResponse) => response.writeHead(code).end('{"error": "no"}'),
  empty: (response: ServerResponse) => response.end(),
  hang: () => undefined,
  /** Sends headers and half of a body, then nothing more. */
  stall: (response: ServerResponse) => response.write('{"date": "2026-09-29", "usd": {'),
  /** Declares more bytes than it sends, then drops the connection. */
  drop: (response: ServerResponse) => {
    response.writeHead(200, { 'content-length': 1000 }).write('{"date": "2026-09-29"', () => response.destroy());
  },
  endless: endless(Buffer.alloc(65_536, ' ')),
  redirectToItself: (response: ServerResponse) => response.writeHead(302, { location: '/' }).end(),
  redirectOn: (response: ServerResponse, { url }: IncomingMessage) =>
    response.writeHead(302, { location: `${url}x` }).end(),
};

/**
 * A time limit for a request that gets an answer. It's short only if the answer never ends, because on a busy machine,
 * any other answer can take a second.
 *
 * @param short milliseconds
 */
export function timeoutFor(answer: unknown, short: number): number {
  return answer === answers.hang || answer === answers.stall ? short : 30_000;
}
