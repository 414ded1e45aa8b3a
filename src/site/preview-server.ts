import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import httpServer from 'http-server';
import onHeaders from 'on-headers';
import { paths } from '../documents/paths.ts';
import { headersFor, parseHeaders, parseRewrites, rewrite } from './preview-rules.ts';

export interface Preview extends AsyncDisposable {
  readonly url: string;
}

/**
 * Serves a site on this machine the way Cloudflare Pages does: http-server for the files, the site's own routing rules
 * in front of it.
 *
 * @param port 0 for any free one
 * @throws {NoSiteError} when the folder holds no site
 */
export async function startPreview(folder: string, port: number): Promise<Preview> {
  if (!existsSync(join(folder, paths.referenceRates))) throw new NoSiteError(folder);
  const rewrites = parseRewrites(readFileSync(join(folder, '_redirects'), 'utf8'));
  const headerRules = parseHeaders(readFileSync(join(folder, '_headers'), 'utf8'));
  const files = httpServer.createServer({ root: folder, showDir: 'false', cache: 0 });
  // http-server's types call it a server, but it only holds one.
  const { server: fileServer } = files as unknown as { server: ReturnType<typeof createServer> };

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const [pathname = '/'] = (request.url ?? '/').split('?');
    const path = rewrite(rewrites, pathname);
    const found = isServed(folder, path);
    onHeaders(response, () => {
      if (!found) response.statusCode = 404;
      for (const [name, value] of Object.entries(headersFor(headerRules, pathname))) response.setHeader(name, value);
    });
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return;
    }
    request.url = found ? path : pathname.startsWith('/api/') ? `/${paths.notFound}` : '/404.html';
    fileServer.emit('request', request, response);
  });
  server.listen(port);
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
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

/** The folder holds no site. */
export class NoSiteError extends Error {
  override readonly name = 'NoSiteError';

  constructor(folder: string) {
    super(`${folder} holds no site. Write one first: npm run generate -- --out ${folder}`);
  }
}
