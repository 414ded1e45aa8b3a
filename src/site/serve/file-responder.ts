import httpServer from 'http-server';
import onHeaders from 'on-headers';
import { readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { encodedPath } from '../../text/address.ts';
import { pagesLimits } from '../host-limits.ts';
import { headersFor, parseHeaders, parseRewrites, rewrite } from '../rule-files.ts';
import { type FileResponse, lookUp } from './file-lookup.ts';
import { ResponseMemory } from './response-memory.ts';
import { isServed } from './served-file.ts';

/** Responds to all requests for a path. `address` is the request's normalized URL. */
export type Responder = (request: IncomingMessage, response: ServerResponse, address: URL) => void;

export interface FileResponderOptions {
  /** The text of `_redirects`. */
  readonly redirects: string;
  /** The text of `_headers`. */
  readonly headers: string;
  readonly hasOneErrorPage: boolean;
  /** Whether http-server's responses may be remembered. */
  readonly isUnchanging: boolean;
}

/** Maximum bytes of files in memory. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Finds the file for a path by the rules of a site, and serves it with the headers that Pages adds to every file. */
export function fileResponder(
  folder: string,
  { redirects, headers, hasOneErrorPage, isUnchanging }: FileResponderOptions,
): (pathname: string) => Responder {
  const rewrites = parseRewrites(redirects);
  const headerRules = parseHeaders(headers);
  const has = (path: string) =>
    isServed(folder, path) && !(hasOneErrorPage && path.endsWith('/404.html') && path !== '/404.html');
  const files = httpServer.createServer({ root: folder, showDir: 'false', cache: -1 });
  // By its types, `createServer` returns the server. In fact, it returns an object with the server as a property.
  const { server: fileServer } = files as unknown as { server: Server };

  const memory = new ResponseMemory(MAX_BYTES);

  return (pathname) => {
    const headers = { 'access-control-allow-origin': '*', ...headersFor(headerRules, pathname) };
    return onlyRead(headers, responderFor(lookUp(rewrite(rewrites, pathname), has), headers));
  };

  function responderFor(found: FileResponse, headers: Readonly<Record<string, string>>): Responder {
    if (found.status === 308)
      return (_, response, { search }) => {
        response.writeHead(308, { ...headers, Location: found.location + search }).end();
      };
    const { status, file } = found;
    const caching =
      status === 200
        ? { 'cache-control': 'public, max-age=0, must-revalidate', ...headers }
        : { ...headers, 'cache-control': 'no-store' };
    if (file === undefined)
      return (_, response) => {
        response.writeHead(404, caching).end();
      };
    // Pages rejects files that are larger than its limit. For a file of gigabytes, http-server would throw an error
    // that can't be caught here.
    const { size } = statSync(join(folder, file));
    if (size > pagesLimits.fileBytes) throw new RangeError(`The file has ${size} bytes, more than Pages allows.`);
    const url = encodedPath(file);
    return (request, response) => {
      const { method, headers } = request;
      const isWhole = method === 'GET' && !headers['if-none-match'] && !headers['if-modified-since'];
      const known = memory.get(file);
      if (isWhole && known) {
        response.writeHead(status, { ...known.headers, ...caching }).end(known.body);
        return;
      }
      onHeaders(response, () => {
        if (response.statusCode >= 500) return;
        // http-server reads a file again for each response. With slow clients, each response would take that memory.
        if (isUnchanging && isWhole && response.statusCode === 200)
          memory.set(file, { headers: { ...response.getHeaders() }, body: readFileSync(join(folder, file)) });
        if (status === 404) response.statusCode = 404;
        for (const [name, value] of Object.entries(caching)) response.setHeader(name, value);
      });
      request.url = url;
      // Removes headers that Pages ignores, but http-server doesn't. Pages always ignores `Range`. It sends a 404 page in
      // full, even if the caller has that page in its cache.
      delete request.headers.range;
      if (status === 404) {
        delete request.headers['if-none-match'];
        delete request.headers['if-modified-since'];
      }
      fileServer.emit('request', request, response);
    };
  }
}

/** Responds to other methods than GET and HEAD with status 405. */
function onlyRead(headers: Readonly<Record<string, string>>, respond: Responder): Responder {
  return (request, response, address) => {
    if (request.method === 'GET' || request.method === 'HEAD') respond(request, response, address);
    else response.writeHead(405, { ...headers, Allow: 'GET, HEAD' }).end();
  };
}
