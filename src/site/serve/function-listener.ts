import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { logFailure } from './site-listener.ts';

/**
 * Calls the site's Pages Function, which it loads from `_worker.js`, the file that is also deployed.
 *
 * @param origin the URL of the server of the site's files
 */
export async function functionListener(
  folder: string,
  origin: () => string,
  log: (error: unknown) => void = (error) => {
    logFailure('The Function', error);
  },
): Promise<RequestListener> {
  // Node loads each URL once. The random end of this URL makes Node load the module again for each server, so that
  // servers don't share the module's cache.
  const code = readFileSync(join(folder, '_worker.js'), 'base64');
  const { default: worker } = (await import(`data:text/javascript;base64,${code}#${randomUUID()}`)) as {
    default: PagesFunction;
  };
  // The Function always reads files from this server, even if a file's URL names another host.
  const assets = { fetch: (url: string, init?: RequestInit) => fetch(origin() + new URL(url).pathname, init) };
  const onError = (error: unknown) => {
    log(error);
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
