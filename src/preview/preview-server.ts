import { create as createDomain } from 'node:domain';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { createRequestListener } from '@remix-run/node-fetch-server';
import httpServer from 'http-server';
import onHeaders from 'on-headers';
import { paths } from '../api/format/paths.ts';
import { oneLine } from '../text/one-line.ts';
import { quote } from '../text/quote.ts';
import { lookUp } from './file-lookup.ts';
import { controlFiles } from '../site/host-limits.ts';
import { noSite } from '../site/errors.ts';
import {
  functionRoutesSchema,
  headersFor,
  parseHeaders,
  parseRewrites,
  reachesFunction,
  rewrite,
} from '../site/rule-files.ts';
import { listen, LOOPBACK } from './listen.ts';
import { isServed } from './served-file.ts';

export interface Preview extends AsyncDisposable {
  readonly url: string;
}

/**
 * Serves a site the way Cloudflare Pages does: its Function for the addresses that `_routes.json` gives it, http-server
 * for the files, the site's own routing rules in front of both. No request ends it.
 *
 * @param host the IP address to listen on; `0.0.0.0` and `::` stand for all of this machine
 */
export async function startPreview(folder: string, port: number, host = LOOPBACK): Promise<Preview> {
  for (const path of [paths.referenceRates, ...controlFiles]) if (!existsSync(join(folder, path))) throw noSite(folder);
  const routes = functionRoutesSchema.parse(JSON.parse(readFileSync(join(folder, '_routes.json'), 'utf8')));
  const serveFile = fileListener(folder);
  let origin = '';
  const callFunction = await functionListener(folder, () => origin);

  const server = createServer((request, response) => {
    const fail = (error: unknown) => {
      // Without the query: some clients of other APIs send a key in it.
      tellBroken((request.url ?? '/').replace(/\?.*/s, ''), error);
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { 'Cache-Control': 'no-store' }).end();
    };
    // http-server reads within callbacks, which no try surrounds. A domain hears what is thrown there.
    const guard = createDomain().on('error', fail);
    guard.run(() => {
      try {
        const address = tidy(request);
        if (address === undefined) response.writeHead(400).end();
        // The one method that Node lets in and no `Request` can have.
        else if (request.method === 'TRACE') response.writeHead(405).end();
        else if (reachesFunction(routes, address.pathname)) callFunction(request, response);
        else serveFile(request, response, address);
      } catch (error) {
        fail(error);
      }
    });
  });
  const listening = await listen(server, port, host);
  origin = listening.url;
  return {
    url: previewUrl(listening.port, host),
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
}

/** The address at which this machine reaches a preview. */
export function previewUrl(port: number, host: string): string {
  const name = [LOOPBACK, '0.0.0.0', '::'].includes(host) ? 'localhost' : isIPv6(host) ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

type FileListener = (request: IncomingMessage, response: ServerResponse, address: URL) => void;

/** Answers with files, by the rules of `_redirects` and `_headers`, and with the headers that Pages gives any file. */
function fileListener(folder: string): FileListener {
  const rewrites = parseRewrites(readFileSync(join(folder, '_redirects'), 'utf8'));
  const headerRules = parseHeaders(readFileSync(join(folder, '_headers'), 'utf8'));
  const files = httpServer.createServer({ root: folder, showDir: 'false', cache: -1 });
  // http-server's types call it a server, but it only holds one.
  const { server: fileServer } = files as unknown as { server: Server };

  return (request, response, { pathname, search }) => {
    const headers = { 'access-control-allow-origin': '*', ...headersFor(headerRules, pathname) };
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { ...headers, Allow: 'GET, HEAD' }).end();
      return;
    }
    const answer = lookUp(rewrite(rewrites, pathname), (path) => isServed(folder, path));
    if (answer.status === 308) {
      response.writeHead(308, { ...headers, Location: answer.location + search }).end();
      return;
    }
    const caching =
      answer.status === 200
        ? { 'cache-control': 'public, max-age=0, must-revalidate', ...headers }
        : { ...headers, 'cache-control': 'no-store' };
    if (answer.file === undefined) {
      response.writeHead(404, caching).end();
      return;
    }
    onHeaders(response, () => {
      if (response.statusCode >= 500) return;
      if (answer.status === 404) response.statusCode = 404;
      for (const [name, value] of Object.entries(caching)) response.setHeader(name, value);
    });
    request.url = answer.file.split('/').map(encodeURIComponent).join('/');
    // Pages gives whole files, and that there is nothing whatever the caller has.
    delete request.headers.range;
    if (answer.status === 404) {
      delete request.headers['if-none-match'];
      delete request.headers['if-modified-since'];
    }
    fileServer.emit('request', request, response);
  };
}

/** Answers with the site's own Function, the very file that would be deployed. */
async function functionListener(folder: string, origin: () => string): Promise<RequestListener> {
  const code = readFileSync(join(folder, '_worker.js'), 'base64');
  const { default: worker } = (await import(`data:text/javascript;base64,${code}`)) as { default: PagesFunction };
  // It reads files from this server; what host a request names does not matter.
  const assets = { fetch: (url: string, init?: RequestInit) => fetch(origin() + new URL(url).pathname, init) };
  const onError = (error: unknown) => {
    tellBroken('The Function', error);
    return new Response(null, { status: 500 });
  };
  return createRequestListener((request) => worker.fetch(request, { ASSETS: assets }), { host: 'localhost', onError });
}

interface PagesFunction {
  fetch(
    request: Request,
    environment: { ASSETS: { fetch(url: string, init?: RequestInit): Promise<Response> } },
  ): Promise<Response>;
}

/**
 * Takes an address as Pages does: dots, also as `%2e`, and backslashes as a browser would, nothing from a `#` on. The
 * request then has the tidy one. Undefined for what is no address.
 */
function tidy(request: IncomingMessage): URL | undefined {
  const { url = '/' } = request;
  // `//x` is a path and names no host; `http://x/` does, as to a proxy.
  const address = URL.parse(url.startsWith('/') ? `http://localhost${url}` : url);
  if (!address?.pathname.startsWith('/')) return undefined;
  request.url = address.pathname + address.search;
  return address;
}

/** Tells who serves what could not be answered: what the file system says by its code, a bug with its stack. */
function tellBroken(what: string, error: unknown): void {
  const { syscall, code } = error as NodeJS.ErrnoException;
  const reason = syscall === undefined ? inspect(error) : String(code);
  console.error(`${quote(what)} cannot be answered: ${reason}`.split('\n').map(oneLine).join('\n'));
}
