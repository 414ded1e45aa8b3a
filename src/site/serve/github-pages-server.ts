import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { decodedPath } from './file-lookup.ts';
import { listen, type Listening } from './listen.ts';
import { isFolder, isServed } from './served-file.ts';

/**
 * The content types of GitHub Pages, by a file's ending. Files without an ending or with an unknown one are binary.
 * Source: https://docs.github.com/en/pages/getting-started-with-github-pages/what-is-github-pages#mime-types-on-github-pages
 */
const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.ts': 'video/mp2t',
};
const BINARY = 'application/octet-stream';

/** What the host does with a path: serves a file, or redirects to a folder's path. */
type Found = { readonly status: 200 | 404; readonly file: string | undefined } | { readonly location: string };

/**
 * Serves a folder below a path, as GitHub Pages serves a repository's site: files, with the same headers for all, and no
 * rules of redirects or headers.
 *
 * @param base the path below which the site lives, such as `/ratesheet`
 */
export async function startGitHubPages(folder: string, base: string): Promise<Listening> {
  const server = createServer((request, response) => {
    answer(folder, base, request, response);
  });
  const { url, ...listening } = await listen(server);
  return { ...listening, url: url + base };
}

function answer(folder: string, base: string, request: IncomingMessage, response: ServerResponse): void {
  const { method = '', headers } = request;
  if (method !== 'GET' && method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    return;
  }
  const { pathname, search } = new URL(request.url ?? '', 'http://localhost');
  const found = find(folder, base, decodedPath(pathname));
  response.setHeader('Access-Control-Allow-Origin', '*');
  if ('location' in found) {
    response.writeHead(301, { Location: encodeURI(found.location) + search }).end();
    return;
  }
  const { status, file } = found;
  if (file === undefined) {
    response.writeHead(status, { 'Content-Type': contentTypes['.html'] }).end('<h1>404</h1>');
    return;
  }
  const bytes = readFileSync(join(folder, file));
  const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`;
  response.setHeaders(new Headers({ 'Cache-Control': 'max-age=600', ETag: etag, Vary: 'Accept-Encoding' }));
  if (status === 200 && headers['if-none-match'] === etag) {
    response.writeHead(304).end();
    return;
  }
  const contentType = contentTypes[extname(file)] ?? BINARY;
  const isPacked = contentType !== BINARY && /\bgzip\b/.test(String(headers['accept-encoding']));
  const body = isPacked ? gzipSync(bytes) : bytes;
  if (isPacked) response.setHeader('Content-Encoding', 'gzip');
  response.writeHead(status, { 'Content-Type': contentType, 'Content-Length': body.length });
  response.end(method === 'HEAD' ? undefined : body);
}

function find(folder: string, base: string, pathname: string): Found {
  if (pathname === base) return { location: `${base}/` };
  // Another repository's site, or none.
  if (!pathname.startsWith(`${base}/`)) return { status: 404, file: undefined };
  const path = pathname.slice(base.length);
  const file = path.endsWith('/') ? `${path}index.html` : path;
  for (const candidate of [file, `${file}.html`]) {
    if (isServed(folder, candidate)) return { status: 200, file: candidate };
  }
  if (!path.endsWith('/') && isFolder(folder, path)) return { location: `${pathname}/` };
  return { status: 404, file: isServed(folder, '/404.html') ? '/404.html' : undefined };
}
