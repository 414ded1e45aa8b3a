import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { paths } from '../../api/paths.ts';
import { Cache } from '../../function/cache.ts';
import { oneLine } from '../../text/one-line.ts';
import { quoted } from '../../text/quote.ts';
import { filesOnlyPath } from '../check/files-only.ts';
import { controlFiles } from '../host-limits.ts';
import { functionRoutesSchema, reachesFunction } from '../rule-files.ts';
import { noSite, restoreSite } from '../site-folder.ts';
import { fileResponder, type Responder } from './file-responder.ts';

export interface SiteListenerOptions {
  /**
   * Handles the paths that `_routes.json` includes. If omitted, files respond there too, as after the Function's daily
   * quota is used up.
   */
  readonly callFunction?: RequestListener | undefined;
  /**
   * Whether the site's files never change. If so, the server remembers files, and what it found for each path.
   * @default false
   */
  readonly isUnchanging?: boolean | undefined;
}

/** Maximum number of paths that are remembered. Each takes about 1 kB. */
const MAX_PATHS = 2000;
/** Maximum characters of a remembered URL. Only attackers send longer URLs for files, and a path keeps its URL in memory. */
const MAX_REMEMBERED = 256;

/**
 * Responds to requests with a site's folder, the way Cloudflare Pages does: http-server serves the files, by the rules of
 * `_redirects` and `_headers`. A host of files only has no rules, and one 404 page. A failed request doesn't stop the
 * server.
 *
 * @throws {SiteError} if the folder has no site
 */
export function siteListener(
  folder: string,
  { callFunction, isUnchanging = false }: SiteListenerOptions = {},
): RequestListener {
  const place = restoreSite(folder);
  const has = (path: string) => existsSync(join(place, path));
  const isFilesOnly = has(filesOnlyPath) && !controlFiles.some(has);
  if (!has(paths.referenceRates) || !(isFilesOnly || controlFiles.every(has))) throw noSite(folder);
  const rule = (path: string) => (isFilesOnly ? '' : readFileSync(join(folder, path), 'utf8'));
  const routes = isFilesOnly ? undefined : functionRoutesSchema.parse(JSON.parse(rule('_routes.json')));
  const rules = { redirects: rule('_redirects'), headers: rule('_headers') };
  const fileFor = fileResponder(folder, { ...rules, hasOneErrorPage: isFilesOnly, isUnchanging });
  const responders = new Cache<Responder>(MAX_PATHS);

  const responderFor = ({ href, pathname }: URL): Responder => {
    const known = responders.get(pathname);
    if (known) return known;
    const responder = callFunction && routes && reachesFunction(routes, pathname) ? callFunction : fileFor(pathname);
    if (isUnchanging && href.length <= MAX_REMEMBERED) responders.set(pathname, responder);
    return responder;
  };

  return (request, response) => {
    try {
      const address = tidy(request);
      if (address === undefined) response.writeHead(400).end();
      // Node accepts the method TRACE, but the constructor of `Request` rejects TRACE.
      else if (request.method === 'TRACE') response.writeHead(405).end();
      else responderFor(address)(request, response, address);
    } catch (error) {
      // Logs no query, because clients that were written for other APIs may send an API key in the query.
      logFailure((request.url ?? '/').replace(/\?.*/s, ''), error);
      response.writeHead(500, { 'Cache-Control': 'no-store' }).end();
    }
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
