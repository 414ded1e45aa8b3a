import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { isServed } from './served-file.ts';
import { logFailure } from './site-listener.ts';

/**
 * Calls the site's Pages Function, which it loads from `_worker.js`, the file that is also deployed. The Function reads
 * the site's files from the same folder, even if a file's URL names another host.
 *
 * @param origin the URL of the server, which results of `/mcp` name
 */
export function functionListener(
  folder: string,
  origin: () => string,
  log: (error: unknown) => void = (error) => {
    logFailure('The Function', error);
  },
): RequestListener {
  const worker = loadFunction(join(folder, '_worker.js'));
  const assets = {
    fetch: async (url: string) => {
      const { pathname } = new URL(url);
      if (!isServed(folder, pathname)) return new Response(null, { status: 404 });
      return new Response(await readFile(join(folder, pathname)));
    },
  };
  const onError = (error: unknown) => {
    log(error);
    return new Response(null, { status: 500 });
  };
  let call: RequestListener | undefined;
  return (request, response) => {
    // The server's port is known only when it listens.
    call ??= listenerFor(worker, assets, new URL(origin()), onError);
    call(request, response);
  };
}

function listenerFor(
  worker: PagesFunction,
  assets: Assets,
  { host, protocol }: URL,
  onError: (error: unknown) => Response,
): RequestListener {
  return createRequestListener((sent) => worker.fetch(sent, { ASSETS: assets }), { host, protocol, onError });
}

/**
 * Evaluates the code of a Function. It isn't imported, because Node keeps each imported module until the process ends.
 * A server that replaces its site every hour would need more and more memory.
 */
function loadFunction(file: string): PagesFunction {
  const code = readFileSync(file, 'utf8').replace(
    /\bexport ?\{ ?([\w$]+) as default ?\};?|^export default /m,
    (_, name?: string) => (name === undefined ? 'return ' : `return ${name};`),
  );
  const evaluate = compileFunction(`'use strict';${code}`, [], { filename: file }) as () => PagesFunction;
  return evaluate();
}

interface Assets {
  fetch(url: string): Promise<Response>;
}

interface PagesFunction {
  fetch(request: Request, environment: { ASSETS: Assets }): Promise<Response>;
}
