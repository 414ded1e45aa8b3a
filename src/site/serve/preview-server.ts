import httpServer from 'http-server';
import onHeaders from 'on-headers';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { paths } from '../../api/paths.ts';
import { oneLine } from '../../text/one-line.ts';
import { quoted } from '../../text/quote.ts';
import { lookUp } from './file-lookup.ts';
import { controlFiles, pagesLimits } from '../host-limits.ts';
import { noSite, restoreSite } from '../site-folder.ts';
import {
  functionRoutesSchema,
  headersFor,
  parseHeaders,
  parseRewrites,
  reachesFunction,
  rewrite,
} from '../rule-files.ts';
import { listen, LOOPBACK } from './listen.ts';
import { isServed } from './served-file.ts';
import { encodedPath } from '../../http/address.ts';

export interface Preview extends AsyncDisposable {
  readonly url: string;
  /** Serves another site from now on. If it can't be loaded, throws, and the same site stays. */
  readonly serve: (folder: string) => Promise<void>;
}

/**
 * Serves a site the way Cloudflare Pages does. A failed request doesn't stop the server.
 *
 * @param host the IP address to listen on; `0.0.0.0` and `::` mean all addresses
 */
export async function startPreview(folder: string, port: number, host = LOOPBACK): Promise<Preview> {
  let origin = '';
  const load = (site: string) => siteListener(site, () => origin);
  let listener = await load(folder);
  const listening = await listen(
    createServer((request, response) => {
      listener(request, response);
    }),
    port,
    host,
  );
  origin = listening.url;
  return {
    url: previewUrl(listening.port, host),
    serve: async (site) => {
      listener = await load(site);
    },
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
}

/** The Function handles the paths that `_routes.json` includes, and http-server serves the files by the site's rules. */
async function siteListener(folder: string, origin: () => string): Promise<RequestListener> {
  const place = restoreSite(folder);
  for (const path of [paths.referenceRates, ...controlFiles]) if (!existsSync(join(place, path))) throw noSite(folder);
  const routes = functionRoutesSchema.parse(JSON.parse(readFileSync(join(folder, '_routes.json'), 'utf8')));
  const serveFile = fileListener(folder);
  const callFunction = await functionListener(folder, origin);

  return (request, response) => {
    try {
      const address = tidy(request);
      if (address === undefined) response.writeHead(400).end();
      // Node accepts the method TRACE, but the constructor of `Request` rejects TRACE.
      else if (request.method === 'TRACE') response.writeHead(405).end();
      else if (reachesFunction(routes, address.pathname)) callFunction(request, response);
      else serveFile(request, response, address);
    } catch (error) {
      // Logs no query, because clients that were written for other APIs may send an API key in the query.
      logFailure((request.url ?? '/').replace(/\?.*/s, ''), error);
      response.writeHead(500, { 'Cache-Control': 'no-store' }).end();
    }
  };
}

/** The URL of a preview on this machine. */
export function previewUrl(port: number, host: string): string {
  const name = [LOOPBACK, '0.0.0.0', '::'].includes(host) ? 'localhost' : isIPv6(host) ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

type FileListener = (request: IncomingMessage, response: ServerResponse, address: URL) => void;

/** Serves files by the rules of `_redirects` and `_headers`, and adds the headers that Pages adds to every file. */
function fileListener(folder: string): FileListener {
  const rewrites = parseRewrites(readFileSync(join(folder, '_redirects'), 'utf8'));
  const headerRules = parseHeaders(readFileSync(join(folder, '_headers'), 'utf8'));
  const files = httpServer.createServer({ root: folder, showDir: 'false', cache: -1 });
  // By its types, `createServer` returns the server. In fact, it returns an object with the server as a property.
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
    // Pages rejects files that are larger than its limit. For a file of gigabytes, http-server would throw an error
    // that can't be caught here.
    const { size } = statSync(join(folder, answer.file));
    if (size > pagesLimits.fileBytes) throw new RangeError(`The file has ${size} bytes, more than Pages allows.`);
    onHeaders(response, () => {
      if (response.statusCode >= 500) return;
      if (answer.status === 404) response.statusCode = 404;
      for (const [name, value] of Object.entries(caching)) response.setHeader(name, value);
    });
    request.url = encodedPath(answer.file);
    // Removes headers that Pages ignores, but http-server doesn't. Pages always ignores `Range`. It sends a 404 page in
    // full, even if the caller has that page in its cache.
    delete request.headers.range;
    if (answer.status === 404) {
      delete request.headers['if-none-match'];
      delete request.headers['if-modified-since'];
    }
    fileServer.emit('request', request, response);
  };
}

/** Calls the site's Pages Function, which it loads from `_worker.js`, the file that is also deployed. */
async function functionListener(folder: string, origin: () => string): Promise<RequestListener> {
  const code = readFileSync(join(folder, '_worker.js'), 'base64');
  const { default: worker } = (await import(`data:text/javascript;base64,${code}`)) as { default: PagesFunction };
  // The Function always reads files from this server, even if a file's URL names another host.
  const assets = { fetch: (url: string, init?: RequestInit) => fetch(origin() + new URL(url).pathname, init) };
  const onError = (error: unknown) => {
    logFailure('The Function', error);
    return new Response(null, { status: 500 });
  };
  let call: RequestListener | undefined;
  return (request, response) => {
    // Results of `/mcp` have URLs of this server, whose port is known only when it listens.
    call ??= createRequestListener((sent) => worker.fetch(sent, { ASSETS: assets }), {
      host: new URL(origin()).host,
      onError,
    });
    call(request, response);
  };
}

interface PagesFunction {
  fetch(
    request: Request,
    environment: { ASSETS: { fetch(url: string, init?: RequestInit): Promise<Response> } },
  ): Promise<Response>;
}

/**
 * Normalizes a request's URL like Pages: resolves dots (also as `%2e`) and backslashes, and removes the fragment.
 * Returns undefined if the URL is invalid.
 */
function tidy(request: IncomingMessage): URL | undefined {
  const { url = '/' } = request;
  // A URL such as `//x` is a path here, not a host. A client that uses a proxy sends a full URL: `http://x/`.
  const address = URL.parse(url.startsWith('/') ? `http://localhost${url}` : url);
  if (!address?.pathname.startsWith('/')) return undefined;
  request.url = address.pathname + address.search;
  return address;
}

/** Logs a failed request. A file system error is logged with its code, and any other error with its stack. */
function logFailure(what: string, error: unknown): void {
  const { syscall, code } = error as NodeJS.ErrnoException;
  const reason = syscall === undefined ? inspect(error) : String(code);
  console.error(`${quoted(what)} failed: ${reason}`.split('\n').map(oneLine).join('\n'));
}
