import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { functionListener } from '../../site/serve/function-listener.ts';
import { listen, type Listening } from '../../site/serve/listen.ts';
import { siteListener } from '../../site/serve/site-listener.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';

export interface UploadedFile {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly contentType: string;
}

export interface FakeDeployment {
  readonly id: string;
  /** The deployment's own URL. */
  readonly url: string;
  readonly branch: string;
  readonly commit: string;
  readonly message: string;
  readonly createdOn: string;
  /** Every file of the site by its URL path, such as `/api/rates.json`. */
  readonly files: Map<string, UploadedFile>;
  /** The sorted URL paths of the files uploaded for this deployment, without files that were uploaded earlier. */
  readonly uploaded: readonly string[];
  /** The total size in bytes of the files uploaded for this deployment. */
  readonly uploadedBytes: number;
  /** The form's fields and files except the manifest, by name. Files such as `_headers` are text. */
  readonly form: Record<string, string>;
  /** The Pages Function, read from the form's part `_worker.bundle`. */
  readonly worker: { readonly name: string; code: string };
}

/** The state of an account's Pages Functions. */
export interface Functions {
  /** Whether the day's requests are used up. If so, static files respond instead, as in a project that fails open. */
  isUsedUp: boolean;
  /** Number of requests that the Functions handled. */
  requests: number;
}

/**
 * Serves a deployment like Pages, by the files and rules that were uploaded. A test may change, add or delete files of
 * the deployment at any time.
 */
export async function serveDeployment(
  { files, form, worker }: FakeDeployment,
  functions: Functions,
): Promise<Listening> {
  const folder = temporaryFolder();
  const write = (path: string, body: string | Uint8Array) => {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true });
    writeFileSync(join(folder.path, path), body);
  };
  for (const path of ['_redirects', '_headers', '_routes.json']) write(path, form[path] ?? '');
  write('_worker.js', worker.code);
  const written = new Map<string, Uint8Array>();
  const update = () => {
    for (const [path, { bytes }] of files) {
      if (written.get(path) === bytes) continue;
      write(path, bytes);
      written.set(path, bytes);
    }
    if (written.size === files.size) return;
    for (const path of written.keys()) {
      if (files.has(path)) continue;
      rmSync(join(folder.path, path));
      written.delete(path);
    }
  };
  update();

  const serveFile = siteListener(folder.path);
  const callFunction = functionListener(
    folder.path,
    () => listening.url,
    () => undefined,
  );
  const serve = siteListener(folder.path, {
    callFunction: (request, response) => {
      functions.requests++;
      callFunction(request, response);
    },
  });
  const listening = await listen(
    createServer((request, response) => {
      update();
      (functions.isUsedUp ? serveFile : serve)(request, response);
    }),
  );
  return {
    ...listening,
    async [Symbol.asyncDispose]() {
      await listening[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
