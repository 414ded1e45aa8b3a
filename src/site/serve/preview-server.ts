import { existsSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { restoreSite } from '../site-folder.ts';
import { functionListener } from './function-listener.ts';
import { listen, LOOPBACK } from './listen.ts';
import { siteListener, type SiteListenerOptions } from './site-listener.ts';

export interface Preview extends AsyncDisposable {
  readonly url: string;
}

export interface PreviewOptions {
  /**
   * The IP address to listen on; `0.0.0.0` and `::` mean all addresses.
   * @default LOOPBACK
   */
  readonly host?: string;
  /**
   * The path below which the site lives, such as `/fork`.
   * @default '', the root
   */
  readonly base?: string;
}

/**
 * Responds to requests with a site's files and its Function, if it has one. A host of files only has none.
 *
 * @param origin the URL of the server
 * @throws {SiteError} if the folder has no site
 */
export function completeSite(
  folder: string,
  origin: () => string,
  { isUnchanging }: Pick<SiteListenerOptions, 'isUnchanging'> = {},
): RequestListener {
  const hasFunction = existsSync(join(restoreSite(folder), '_worker.js'));
  const callFunction = hasFunction ? functionListener(folder, origin) : undefined;
  return siteListener(folder, { callFunction, isUnchanging });
}

/** Serves a site with its Function on this machine. @param port 0 for any free port */
export async function startPreview(
  folder: string,
  port: number,
  { host = LOOPBACK, base = '' }: PreviewOptions = {},
): Promise<Preview> {
  let origin = '';
  const listening = await listen(
    createServer(
      below(
        base,
        completeSite(folder, () => origin),
      ),
    ),
    port,
    host,
  );
  origin = listening.url;
  return {
    url: previewUrl(listening.port, host) + base,
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
}

export function previewUrl(port: number, host: string): string {
  const name = [LOOPBACK, '0.0.0.0', '::'].includes(host) ? 'localhost' : isIPv6(host) ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** Serves a site below a path. Other paths have status 404. */
function below(base: string, serve: RequestListener): RequestListener {
  return (request, response) => {
    const { url = '/' } = request;
    if (base === '' || url.startsWith(`${base}/`)) {
      request.url = url.slice(base.length);
      serve(request, response);
    } else response.writeHead(404).end();
  };
}
