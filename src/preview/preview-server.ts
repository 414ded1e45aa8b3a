import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import { extname, join } from 'node:path';
import { inspect } from 'node:util';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { paths } from '../api/format/paths.ts';
import { oneLine } from '../text/one-line.ts';
import { quote } from '../text/quote.ts';
import { lookUp } from './file-lookup.ts';
import { sha256 } from '../site/checksums.ts';
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
 * Serves a site the way Cloudflare Pages does: its Function for the paths in `_routes.json`, files for the others, both
 * by the site's own routing rules. No request ends it.
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
    try {
      const address = tidy(request);
      if (address === undefined) response.writeHead(400).end();
      // The one method that Node lets in and no `Request` can have.
      else if (request.method === 'TRACE') response.writeHead(405).end();
      else if (reachesFunction(routes, address.pathname)) callFunction(request, response);
      else serveFile(request, response, address);
    } catch (error) {
      // Without the query: some clients of other APIs send a key in it.
      tellBroken((request.url ?? '/').replace(/\?.*/s, ''), error);
      response.writeHead(500, { 'Cache-Control': 'no-store' }).end();
    }
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
    const caching = answer.status === 404 && { 'cache-control': 'no-store' };
    if (answer.file === undefined) {
      response.writeHead(404, { ...headers, ...caching }).end();
      return;
    }
    // At once, so that the status and the headers are of the bytes that are sent.
    const bytes = readFileSync(join(folder, answer.file));
    const etag = `"${sha256(bytes)}"`;
    const isKnown = answer.status === 200 && request.headers['if-none-match'] === etag;
    const ofFile = {
      'cache-control': 'public, max-age=0, must-revalidate',
      'content-length': bytes.length,
      'content-type': contentTypes[extname(answer.file)] ?? 'application/octet-stream',
      etag,
    };
    response.writeHead(isKnown ? 304 : answer.status, { ...ofFile, ...headers, ...caching }).end(isKnown ? '' : bytes);
  };
}

/** The content types that Pages gives to a site's files. The site's rules replace some of them. */
const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'application/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.xml': 'application/xml',
};

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
