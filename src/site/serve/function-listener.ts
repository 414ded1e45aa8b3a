import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { functionRequest, type FunctionRequest, FunctionResponse } from './function-messages.ts';
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
  const assets: Assets = {
    fetch: async (url) => {
      const { pathname } = new URL(url);
      if (!isServed(folder, pathname)) return new FunctionResponse(null, { status: 404 });
      return new FunctionResponse(await readFile(join(folder, pathname), 'utf8'));
    },
  };
  let base: URL | undefined;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      // The server's port is known only when it listens.
      base ??= new URL(origin());
      const answered = await worker.fetch(functionRequest(request, response, base), { ASSETS: assets });
      answered.sendTo(response);
    } catch (error) {
      log(error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    }
  };
  return (request, response) => {
    void answer(request, response);
  };
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
  const evaluate = compileFunction(`'use strict';${code}`, ['Response'], { filename: file }) as (
    response: typeof FunctionResponse,
  ) => PagesFunction;
  return evaluate(FunctionResponse);
}

interface Assets {
  fetch(url: string): Promise<FunctionResponse>;
}

interface PagesFunction {
  fetch(request: FunctionRequest, environment: { ASSETS: Assets }): Promise<FunctionResponse>;
}
