import httpServer from 'http-server';
import onHeaders from 'on-headers';
import { existsSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { encodedPath } from '../../text/address.ts';
import { paths } from '../../api/paths.ts';
import { oneLine } from '../../text/one-line.ts';
import { quoted } from '../../text/quote.ts';
import { filesOnlyPath } from '../check/files-only.ts';
import { controlFiles, pagesLimits } from '../host-limits.ts';
import {
  functionRoutesSchema,
  headersFor,
  parseHeaders,
  parseRewrites,
  reachesFunction,
  rewrite,
} from '../rule-files.ts';
import { noSite, restoreSite } from '../site-folder.ts';
import { lookUp } from './file-lookup.ts';
import { isServed } from './served-file.ts';

/**
 * Responds to requests with a site's folder, the way Cloudflare Pages does: http-server serves the files, by the rules of
 * `_redirects` and `_headers`. A host of files only has no rules, and one 404 page. A failed request doesn't stop the
 * server.
 *
 * @param callFunction handles the paths that `_routes.json` includes; if omitted, files respond there too, as after the
 * Function's daily quota is used up
 * @throws {SiteError} if the folder has no site
 */
export function siteListener(folder: string, callFunction?: RequestListener): RequestListener {
  const place = restoreSite(folder);
  const has = (path: string) => existsSync(join(place, path));
  const isFilesOnly = has(filesOnlyPath) && !controlFiles.some(has);
  if (!has(paths.referenceRates) || !(isFilesOnly || controlFiles.every(has))) throw noSite(folder);
  const rule = (path: string) => (isFilesOnly ? '' : readFileSync(join(folder, path), 'utf8'));
  const routes = isFilesOnly ? undefined : functionRoutesSchema.parse(JSON.parse(rule('_routes.json')));
  const serveFile = fileListener(folder, rule('_redirects'), rule('_headers'), isFilesOnly);

  return (request, response) => {
    try {
      const address = tidy(request);
      if (address === undefined) response.writeHead(400).end();
      // Node accepts the method TRACE, but the constructor of `Request` rejects TRACE.
      else if (request.method === 'TRACE') response.writeHead(405).end();
      else if (callFunction && routes && reachesFunction(routes, address.pathname)) callFunction(request, response);
      else serveFile(request, response, address);
    } catch (error) {
      // Logs no query, because clients that were written for other APIs may send an API key in the query.
      logFailure((request.url ?? '/').replace(/\?.*/s, ''), error);
      response.writeHead(500, { 'Cache-Control': 'no-store' }).end();
    }
  };
}

type FileListener = (request: IncomingMessage, response: ServerResponse, address: URL) => void;

/** Serves files by the rules of a site, and adds the headers that Pages adds to every file. */
function fileListener(folder: string, redirects: string, headers: string, hasOneErrorPage: boolean): FileListener {
  const rewrites = parseRewrites(redirects);
  const headerRules = parseHeaders(headers);
  const has = (path: string) =>
    isServed(folder, path) && !(hasOneErrorPage && path.endsWith('/404.html') && path !== '/404.html');
  const files = httpServer.createServer({ root: folder, showDir: 'false', cache: -1 });
  // By its types, `createServer` returns the server. In fact, it returns an object with the server as a property.
  const { server: fileServer } = files as unknown as { server: Server };

  return (request, response, { pathname, search }) => {
    const headers = { 'access-control-allow-origin': '*', ...headersFor(headerRules, pathname) };
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { ...headers, Allow: 'GET, HEAD' }).end();
      return;
    }
    const answer = lookUp(rewrite(rewrites, pathname), has);
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
export function logFailure(what: string, error: unknown): void {
  const { syscall, code } = error as NodeJS.ErrnoException;
  const reason = syscall === undefined ? inspect(error) : String(code);
  console.error(`${quoted(what)} failed: ${reason}`.split('\n').map(oneLine).join('\n'));
}
