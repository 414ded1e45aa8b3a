import { createServer } from 'node:http';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { listen } from '../../preview/listen.ts';

/** Starts a proxy that compresses a server's responses, like Cloudflare Pages. */
export function startCompressingFront(origin: string) {
  const server = createServer(
    createRequestListener(async ({ url, method }) => {
      const { pathname, search } = new URL(url);
      const { status, headers: given, body } = await fetch(origin + pathname + search, { method });
      const headers = new Headers(given);
      headers.delete('Content-Length');
      headers.set('Content-Encoding', 'gzip');
      return new Response(body?.pipeThrough(new CompressionStream('gzip')) ?? null, { status, headers });
    }),
  );
  return listen(server);
}
