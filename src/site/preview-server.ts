import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createRequestListener } from '@remix-run/node-fetch-server';
import httpServer from 'http-server';
import onHeaders from 'on-headers';
import { paths } from '../documents/paths.ts';
import { functionRoutesSchema, reachesFunction } from './function-routes.ts';
import { NoSiteError } from './no-site-error.ts';
import { headersFor, parseHeaders, parseRewrites, rewrite } from './preview-rules.ts';

export interface Preview extends AsyncDisposable {
  readonly url: string;
}

/**
 * Serves a site on this machine the way Cloudflare Pages does: its Function for the addresses that `_routes.json` gives
 * it, http-server for the files, the site's own routing rules in front of both.
 *
 * @param port 0 for any free one
 * @throws {NoSiteError} when the folder holds no site
 */
export async function startPreview(folder: string, port: number): Promise<Preview> {
  if (!existsSync(join(folder, paths.referenceRates))) throw new NoSiteError(folder);
  const routes = functionRoutesSchema.parse(JSON.parse(readFileSync(join(folder, '_routes.json'), 'utf8')));
  const serveFile = fileListener(folder);
  const callFunction = await functionListener(folder, () => url);

  const server = createServer((request, response) => {
    const pathname = pathOf(request);
    if (reachesFunction(routes, pathname)) callFunction(request, response);
    else serveFile(request, response);
  });
  server.listen(port);
  await once(server, 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    url,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers with files, by the rules of `_redirects` and `_headers`. */
function fileListener(folder: string): RequestListener {
  const rewrites = parseRewrites(readFileSync(join(folder, '_redirects'), 'utf8'));
  const headerRules = parseHeaders(readFileSync(join(folder, '_headers'), 'utf8'));
  const files = httpServer.createServer({ root: folder, showDir: 'false', cache: 0 });
  // http-server's types call it a server, but it only holds one.
  const { server: fileServer } = files as unknown as { server: Server };

  return (request, response) => {
    const pathname = pathOf(request);
    const path = rewrite(rewrites, pathname);
    const found = isServed(folder, path);
    onHeaders(response, () => {
      for (const [name, value] of Object.entries(headersFor(headerRules, pathname))) response.setHeader(name, value);
      if (found) return;
      // As Pages does, whatever the rules say.
      response.statusCode = 404;
      response.setHeader('Cache-Control', 'no-store');
    });
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return;
    }
    request.url = found ? path : pathname.startsWith('/api/') ? `/${paths.notFound}` : '/404.html';
    fileServer.emit('request', request, response);
  };
}

/** Answers with the site's own Function, the very file that would be deployed. */
async function functionListener(folder: string, origin: () => string): Promise<RequestListener> {
  const code = readFileSync(join(folder, '_worker.js'), 'base64');
  const { default: worker } = (await import(`data:text/javascript;base64,${code}`)) as { default: PagesFunction };
  // It reads files from this server, whatever host the request names.
  const assets = { fetch: (url: string, init?: RequestInit) => fetch(origin() + new URL(url).pathname, init) };
  return createRequestListener((request) => worker.fetch(request, { ASSETS: assets }));
}

interface PagesFunction {
  fetch(
    request: Request,
    environment: { ASSETS: { fetch(url: string, init?: RequestInit): Promise<Response> } },
  ): Promise<Response>;
}

/** The path of a request, as it was sent. */
function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?')[0] ?? '/';
}

/** Whether an address has a file. The rule files, whose names start with `_`, are not part of what is served. */
function isServed(folder: string, path: string): boolean {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return false;
  }
  if (decoded.startsWith('/_') || decoded.includes('\0') || decoded.split('/').includes('..')) return false;
  const candidates = [decoded, `${decoded}.html`, join(decoded, 'index.html')];
  return candidates.some((candidate) => statSync(join(folder, candidate), { throwIfNoEntry: false })?.isFile());
}
