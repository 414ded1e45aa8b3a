import { createServer, type IncomingMessage } from 'node:http';
import { type Listening, listen } from '../../preview/listen.ts';

/** An answer with another status than 200, 204 and 404. */
export class Refusal {
  readonly status: number;
  readonly message: string;

  constructor(status: number, message: string) {
    this.status = status;
    this.message = message;
  }
}

/** Answers calls in GitHub's place, as far as it gives a status: `POST releases`. */
export interface Faults {
  statusOf: (call: string) => number | undefined;
  /** The same, once the call has done its work. */
  statusAfter?: (call: string) => number | undefined;
}

/**
 * For tests: a server on this machine that answers who has the token.
 *
 * @param respond null for what is not there, undefined for nothing to say
 */
export function startGitHubHost(
  faults: Faults,
  respond: (method: string, url: URL, request: IncomingMessage) => unknown,
): Promise<Listening> {
  const server = createServer((request, response) => {
    void (async () => {
      if (request.headers.authorization !== 'Bearer a-token') return response.writeHead(401).end('{}');
      const { method = '', url: address = '' } = request;
      const url = new URL(address, 'http://localhost');
      const call = `${method} ${url.pathname.replace('/repos/me/fork/', '')}`;
      const fault = faults.statusOf(call);
      const done = fault === undefined ? await respond(method, url, request) : new Refusal(fault, 'no');
      const lost = faults.statusAfter?.(call);
      const result = lost === undefined ? done : new Refusal(lost, 'no');
      if (result === undefined) return response.writeHead(204).end();
      const status = result === null ? 404 : result instanceof Refusal ? result.status : 200;
      return response.writeHead(status).end(JSON.stringify(result));
    })();
  });
  return listen(server);
}
