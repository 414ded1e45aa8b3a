import { lookUp } from '../../site/serve/file-lookup.ts';
import {
  functionRoutesSchema,
  headersFor,
  parseHeaders,
  parseRewrites,
  reachesFunction,
  rewrite,
} from '../../site/rule-files.ts';
import type { createHandler } from '../../function/handler.ts';

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

/** Returns a function that responds to a deployment's requests like Pages, by the files and rules that were uploaded. */
export function pagesHandler({ id, files, form, worker }: FakeDeployment, functions: Functions) {
  const routes = functionRoutesSchema.parse(JSON.parse(form['_routes.json'] ?? ''));
  const rewrites = parseRewrites(form['_redirects'] ?? '');
  const headerRules = parseHeaders(form['_headers'] ?? '');
  // With the ID in its URL, each deployment has its own module, with its own cache.
  const moduleUrl = `data:text/javascript;base64,${Buffer.from(worker.code).toString('base64')}#${id}`;
  const loaded = import(moduleUrl) as Promise<{ default: { fetch: ReturnType<typeof createHandler> } }>;

  function respondWithFile(url: string): Response {
    const { pathname } = new URL(url);
    const answer = lookUp(rewrite(rewrites, pathname), (path) => files.has(path));
    const headers = headersFor(headerRules, pathname);
    if (answer.status === 308) return new Response(null, { status: 308, headers: { Location: answer.location } });
    const file = files.get(answer.file ?? '');
    const contentType = file && { 'content-type': file.contentType };
    return new Response(file?.bytes, { status: answer.status, headers: { ...contentType, ...headers } });
  }

  return async (request: Request): Promise<Response> => {
    const { url } = request;
    if (functions.isUsedUp || !reachesFunction(routes, new URL(url).pathname)) return respondWithFile(url);
    functions.requests++;
    try {
      const assets = { fetch: (file: string) => Promise.resolve(respondWithFile(file)) };
      return await (await loaded).default.fetch(request, { ASSETS: assets });
    } catch {
      return new Response(null, { status: 500 });
    }
  };
}
