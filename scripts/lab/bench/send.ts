import { type Agent, request, type RequestOptions } from 'node:http';
import { text } from 'node:stream/consumers';

/** Sends a request, and returns the whole response. An agent may limit and keep connections. */
export function send(url: string, options: RequestOptions & { readonly agent: Agent }, body = '') {
  return new Promise<{ readonly status: number; readonly body: string }>((resolve, reject) => {
    request(url, options, (response) => {
      text(response).then((text) => resolve({ status: response.statusCode ?? 0, body: text }), reject);
    })
      .on('error', reject)
      .end(body);
  });
}
