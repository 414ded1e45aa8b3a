import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { z } from 'zod';
import { listen } from '../preview/listen.ts';
import { type Preview, startPreview } from '../preview/preview-server.ts';

export interface PagesApi extends AsyncDisposable {
  /** What CLOUDFLARE_API_BASE_URL takes. */
  readonly url: string;
  /** Where the live deployment is served, whichever it is, for those who call it by the site's name. */
  readonly siteUrl: string;
  /** Every request so far: `POST /pages/assets/upload`, or `CONNECT host:443` for one that meant to leave this machine. */
  readonly requests: readonly string[];
  /** What has been deployed and not deleted, the latest last. */
  readonly deployments: readonly Deployment[];
  /** The deployment to production that callers are led to. */
  readonly live: () => Deployment | undefined;
  /** Makes up deployments that were there before, for their number alone. */
  readonly addOld: (count: number) => void;
  /** What is live is published once more, by somebody else. */
  readonly publishElsewhere: () => void;
  /** Answers a request in the API's place, as far as it gives an answer. */
  fault: (endpoint: string) => Response | undefined;
  /** Changes what arrives of a deployment. */
  spoil: (deployment: Deployment) => void;
}

export interface Deployment {
  readonly id: string;
  /** Its own address. */
  readonly url: string;
  readonly branch: string;
  readonly commit: string;
  readonly createdOn: string;
  /** The hash of every file of the site by its address, such as `/api/rates.json`. */
  readonly manifest: Record<string, string>;
  /** The addresses of the files that travelled for this deployment, sorted: those that were not there from earlier ones. */
  readonly uploaded: readonly string[];
  /** How many bytes these files have. */
  readonly uploadedBytes: number;
  /** The other parts of the form by name: fields, and control files as text. */
  readonly form: Record<string, string>;
  /** The Function, taken out of the part `_worker.bundle`. */
  readonly worker: { readonly name: string; code: string; readonly compatibilityDate: string };
}

export interface PagesApiOptions {
  readonly token: string;
  readonly account: string;
  readonly project: string;
  /**
   * How many files the account's plan takes.
   * @default 20_000
   */
  readonly fileLimit?: number;
  /** Where deployments are kept to be served at their own addresses; left out, nobody serves them. */
  readonly folder?: string;
}

/**
 * For tests and benchmarks: a stand-in on this machine for the part of Cloudflare's API that `wrangler pages deploy` and
 * `npm run publish` talk to. Like the real one it keeps what was uploaded, by its hash, for later deployments, and takes
 * no deployment of a file that it lacks; it keeps each deployment at an address of its own until that is deleted, which
 * it refuses while the deployment is live or has an alias. As the proxy of a process it refuses and records whatever is
 * meant for another machine.
 */
export async function startPagesApi(options: PagesApiOptions): Promise<PagesApi> {
  const { token, account, project, fileLimit = 20_000, folder } = options;
  const requests: string[] = [];
  const deployments: Deployment[] = [];
  const stored = new Map<string, Buffer>();
  const uploaded = new Set<string>();
  const previews = new Map<string, Preview>();
  let liveId: string | undefined;
  const jwt = uploadToken(fileLimit);
  const base = `/accounts/${account}/pages/projects/${project}`;
  const live = () => deployments.find(({ id }) => id === liveId);

  async function handle(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const endpoint = `${request.method} ${pathname}`;
    requests.push(endpoint);
    const isUpload = pathname.startsWith('/pages/assets/');
    if (request.headers.get('authorization') !== `Bearer ${isUpload ? jwt : token}`) {
      return isUpload ? failure(401, 8000013, 'Authorization failed') : failure(403, 10000, 'Authentication error');
    }
    const fault = api.fault(endpoint);
    if (fault) return fault;
    const [, id, action] = /\/deployments\/([\w-]+)(?:\/(\w+))?$/.exec(pathname) ?? [];
    const deployment = deployments.find((candidate) => candidate.id === id);
    if (id !== undefined && !deployment)
      return failure(404, 8000009, 'The deployment ID you have specified does not exist.');
    if (deployment && request.method === 'DELETE') return remove(deployment, searchParams.get('force') === 'true');
    if (deployment && request.method === 'POST' && action === 'rollback') {
      if (deployment.branch !== 'main')
        return failure(400, 8000020, 'Only a production deployment can be rolled back to.');
      liveId = deployment.id;
      return success(described(deployment));
    }
    if (deployment) return success(described(deployment));
    switch (endpoint) {
      case `GET ${base}`: {
        const canonical = live();
        return success({
          name: project,
          subdomain: `${project}.pages.dev`,
          production_branch: 'main',
          deployment_configs: { production: {}, preview: {} },
          canonical_deployment: canonical ? described(canonical) : null,
        });
      }
      case `GET ${base}/upload-token`:
        return success({ jwt });
      case 'POST /pages/assets/check-missing':
        return success(hashesSchema.parse(await request.json()).hashes.filter((hash) => !stored.has(hash)));
      case 'POST /pages/assets/upload':
        for (const { key, value } of uploadSchema.parse(await request.json())) {
          stored.set(key, Buffer.from(value, 'base64'));
          uploaded.add(key);
        }
        return success(null);
      case 'POST /pages/assets/upsert-hashes':
        // The real one keeps these files for longer.
        hashesSchema.parse(await request.json());
        return success(null);
      case `GET ${base}/deployments`:
        return list(Number(searchParams.get('page') ?? 1), Number(searchParams.get('per_page') ?? 25));
      case `POST ${base}/deployments`:
        return deploy(await readForm(request));
      default:
        return failure(
          404,
          8000007,
          'Project not found. The specified project name does not match any of your projects.',
        );
    }
  }

  function list(page: number, perPage: number): Response {
    if (perPage > 25)
      return failure(400, 8000024, 'Invalid list options provided. Review the `page` or `per_page` parameter.');
    const newestFirst = deployments.toReversed();
    return success(newestFirst.slice((page - 1) * perPage, page * perPage).map(described));
  }

  async function remove(deployment: Deployment, force: boolean): Promise<Response> {
    if (deployment.id === liveId) return failure(400, 8000034, 'You cannot delete the active production deployment.');
    if (!force && aliasesOf(deployment).length > 0) {
      return failure(400, 8000035, 'Cannot delete an aliased deployment without force.');
    }
    deployments.splice(deployments.indexOf(deployment), 1);
    await previews.get(deployment.id)?.[Symbol.asyncDispose]();
    return success(null);
  }

  async function deploy({ manifest: manifestText = '', ...form }: Record<string, string>): Promise<Response> {
    const manifest = manifestSchema.parse(JSON.parse(manifestText));
    const lacking = Object.keys(manifest).filter((path) => !stored.has(manifest[path] ?? ''));
    if (lacking.length > 0) return failure(400, 8000096, `Never uploaded: ${lacking.join(', ')}`);
    const travelled = Object.keys(manifest).filter((path) => uploaded.has(manifest[path] ?? ''));
    const id = randomUUID();
    const deployment = {
      id,
      url: `https://${id.slice(0, 8)}.${project}.example`,
      branch: form['branch'] ?? '',
      commit: form['commit_hash'] ?? '',
      createdOn: new Date().toISOString(),
      manifest,
      uploaded: travelled.sort(),
      uploadedBytes: [...uploaded].reduce((sum, hash) => sum + (stored.get(hash)?.length ?? 0), 0),
      form,
      worker: await readWorker(form['_worker.bundle'] ?? ''),
    };
    uploaded.clear();
    api.spoil(deployment);
    if (folder !== undefined) {
      const preview = await serve(deployment, join(folder, id));
      previews.set(id, preview);
      deployment.url = preview.url;
    }
    deployments.push(deployment);
    if (deployment.branch === 'main') liveId = id;
    return success(described(deployment));
  }

  /** Puts a deployment together from what was uploaded, as Pages would serve it. */
  function serve({ manifest, form, worker }: Deployment, site: string): Promise<Preview> {
    const write = (path: string, body: string | Uint8Array) => {
      mkdirSync(dirname(join(site, path)), { recursive: true });
      writeFileSync(join(site, path), body);
    };
    for (const [path, hash] of Object.entries(manifest)) write(path, stored.get(hash) ?? '');
    for (const path of ['_headers', '_redirects', '_routes.json']) write(path, form[path] ?? '');
    write('_worker.js', restingWhenUsedUp(worker.code));
    return startPreview(site, 0);
  }

  /** The newest of each branch has the branch's address, and what is live the site's. */
  function aliasesOf({ id, branch }: Deployment): string[] {
    const newest = deployments.findLast((other) => other.branch === branch);
    return [
      ...(newest?.id === id && branch !== 'main' ? [`https://${branch}.${project}.pages.dev`] : []),
      ...(id === liveId ? [`https://${project}.pages.dev`] : []),
    ];
  }

  function described(deployment: Deployment) {
    const { id, url, branch, commit, createdOn } = deployment;
    return {
      id,
      url,
      project_name: project,
      environment: branch === 'main' ? 'production' : 'preview',
      created_on: createdOn,
      production_branch: 'main',
      aliases: aliasesOf(deployment),
      deployment_trigger: { type: 'ad_hoc', metadata: { branch, commit_hash: commit } },
      latest_stage: { name: 'deploy', status: 'success' },
    };
  }

  const server = createServer(createRequestListener(handle));
  server.on('connect', ({ url }, socket) => {
    requests.push(`CONNECT ${url}`);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  const listening = await listen(server);
  const site = await listen(
    createServer(
      createRequestListener(({ url, method, headers }) => {
        const target = live();
        if (!target) return new Response(null, { status: 404 });
        const { pathname, search } = new URL(url);
        return fetch(target.url + pathname + search, { method, headers, redirect: 'manual' });
      }),
    ),
  );
  const api: PagesApi = {
    url: listening.url,
    siteUrl: site.url,
    requests,
    deployments,
    live,
    addOld(count) {
      const old = Array.from({ length: count }, (_, index): Deployment => ({
        ...{ id: `old-${index}`, url: `https://old-${index}.${project}.example`, branch: 'main', commit: '' },
        // One an hour, the last an hour ago.
        createdOn: new Date(Date.now() - (count - index) * 3_600_000).toISOString(),
        ...{ manifest: {}, uploaded: [], uploadedBytes: 0, form: {} },
        worker: { name: '', code: '', compatibilityDate: '' },
      }));
      deployments.unshift(...old);
    },
    publishElsewhere() {
      const canonical = live();
      if (!canonical) throw new Error('Nothing is live.');
      liveId = randomUUID();
      deployments.push({ ...canonical, id: liveId });
    },
    fault: () => undefined,
    spoil: () => undefined,
    async [Symbol.asyncDispose]() {
      for (const running of [listening, site, ...previews.values()]) await running[Symbol.asyncDispose]();
    },
  };
  return api;
}

/** Whether the calls of Functions that an account has a day are used up: the previews run in this very process. */
const usedUp = Symbol.for('ratesheet: the calls of the day are used up');

export function useUpFunctions(isUsedUp: boolean): void {
  (globalThis as Record<symbol, unknown>)[usedUp] = isUsedUp;
}

/** A Function that is not called once the day's calls are used up, in a project that is set to fail open. */
function restingWhenUsedUp(code: string): string {
  const original = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
  return `import original from '${original}';
    const usedUp = () => globalThis[Symbol.for('${usedUp.description}')];
    const nothing = () => new Response('Not found', { status: 404 });
    export default { fetch: (...all) => (usedUp() ? nothing() : original.fetch(...all)) };`;
}

/**
 * What makes wrangler talk to nothing but the stand-in and write nothing outside of a folder: whatever it would send to
 * another machine goes to the stand-in as its proxy.
 */
export function standInEnvironment(url: string, folder: string): NodeJS.ProcessEnv {
  return {
    CLOUDFLARE_API_BASE_URL: url,
    http_proxy: url,
    https_proxy: url,
    no_proxy: '127.0.0.1,localhost',
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, 'config'),
    WRANGLER_CACHE_DIR: join(folder, 'cache'),
    // With its banner wrangler looks for a newer version of itself.
    WRANGLER_HIDE_BANNER: 'true',
    WRANGLER_SEND_METRICS: undefined,
  };
}

const hashesSchema = z.object({ hashes: z.array(z.string()) });
const uploadSchema = z.array(
  z.object({
    key: z.string(),
    value: z.base64(),
    metadata: z.object({ contentType: z.string() }),
    base64: z.literal(true),
  }),
);
const manifestSchema = z.record(z.string().startsWith('/'), z.string());
const workerSchema = z.object({ main_module: z.string(), compatibility_date: z.string() });

/** A token as Cloudflare's API hands it out. Wrangler reads the plan's file limit from it. */
function uploadToken(fileLimit: number): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const anHourFromNow = Math.floor(Date.now() / 1000) + 3600;
  const payload = { exp: anHourFromNow, max_file_count_allowed: fileLimit };
  return [part({ alg: 'HS256', typ: 'JWT' }), part(payload), part('signature')].join('.');
}

/** The Function and what is said of it: a form of its own within the deployment's form, which begins with its boundary. */
async function readWorker(bundle: string): Promise<Deployment['worker']> {
  const boundary = /^--(.*)\r\n/.exec(bundle)?.[1] ?? '';
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const { metadata = '', ...modules } = await readForm(new Response(bundle, { headers }));
  const { main_module: name, compatibility_date: compatibilityDate } = workerSchema.parse(JSON.parse(metadata));
  return { name, code: modules[name] ?? '', compatibilityDate };
}

async function readForm(body: Request | Response): Promise<Record<string, string>> {
  // Deprecated for servers that anyone may send forms to; this one has a single, well-behaved client.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const parts = [...(await body.formData())];
  const texts = parts.map(async ([name, value]) => [name, typeof value === 'string' ? value : await value.text()]);
  return Object.fromEntries(await Promise.all(texts)) as Record<string, string>;
}

function success(result: unknown): Response {
  return Response.json({ success: true, errors: [], messages: [], result });
}

function failure(status: number, code: number, message: string): Response {
  return Response.json({ success: false, errors: [{ code, message }], messages: [], result: null }, { status });
}
