import type { Instant } from '../../money/calendar.ts';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { z } from 'zod';
import type { Access } from '../../operate/hosts/cloudflare-api.ts';
import { listen, type Listening } from '../../site/serve/listen.ts';
import { type FakeDeployment, type Functions, serveDeployment, type UploadedFile } from './pages-deployment.ts';

export interface PagesApi extends AsyncDisposable {
  /** The value for CLOUDFLARE_API_BASE_URL. */
  readonly url: string;
  /** The access to the project, for `cloudflarePages`. */
  readonly access: Access;
  /** The site's URL, which always serves the live deployment. */
  readonly siteUrl: string;
  /** Every request so far, such as `POST /pages/assets/upload`, or `CONNECT host:443` for another machine. */
  readonly requests: readonly string[];
  /** Deployments that haven't been deleted, the latest last. */
  readonly deployments: readonly FakeDeployment[];
  /** The live deployment. */
  readonly live: () => FakeDeployment | undefined;
  /** Adds deployments of earlier hours, without files, for tests that need many deployments. */
  readonly addOld: (count: number) => void;
  /** Deploys to production like another publisher. The deployment has the files of the live deployment, if any. */
  readonly publishElsewhere: (message?: string) => FakeDeployment;
  /** The state of the account's Pages Functions. */
  readonly functions: Functions;
  /** Sets Cloudflare's clock, which then continues from the given time. By default, it has this machine's time. */
  readonly setClock: (now: Instant) => void;
  /** Returns a response to send instead of the API's response, or undefined to change nothing. */
  fault: (endpoint: string, request: Request) => Response | undefined | Promise<Response | undefined>;
  /** Called with each uploaded deployment, so that a test can change the deployment before it is served. */
  spoil: (deployment: FakeDeployment) => void;
}

export interface PagesApiOptions {
  readonly token: string;
  readonly account: string;
  readonly project: string;
  /**
   * Whether the project doesn't exist yet.
   * @default false
   */
  readonly isMissing?: boolean;
  /** @default 'main' */
  readonly productionBranch?: string;
}

/**
 * Starts a fake of the part of Cloudflare's API that `wrangler pages deploy` and `npm run publish` use. Like the real
 * API:
 *
 * - It keeps uploads by hash for later deployments, and rejects a deployment with a missing file.
 * - It keeps each deployment at its own URL until the deployment is deleted.
 * - The live deployment can't be deleted. Another deployment with an alias can be deleted only with `force`.
 * - Its responses have a `Date` header.
 *
 * The fake can also be a process's proxy. It then rejects and records every request to another machine.
 */
export async function startPagesApi(options: PagesApiOptions): Promise<PagesApi> {
  const { token, account, project } = options;
  let { isMissing = false, productionBranch = 'main' } = options;
  let clockOffset = 0;
  const now = () => new Date(Date.now() + clockOffset);
  const requests: string[] = [];
  const deployments: FakeDeployment[] = [];
  const stored = new Map<string, UploadedFile>();
  /** The hashes of the files that were uploaded since the last deployment. */
  const uploaded = new Set<string>();
  const servers = new Map<string, Listening>();
  let liveId: string | undefined;
  const jwt = uploadToken();
  const projects = `/accounts/${account}/pages/projects`;
  const base = `${projects}/${project}`;
  const functions: Functions = { isUsedUp: false, requests: 0 };
  const live = () => deployments.find(({ id }) => id === liveId);

  async function handle(request: Request): Promise<Response> {
    const response = await respond(request);
    response.headers.set('Date', now().toUTCString());
    return response;
  }

  async function respond(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const endpoint = `${request.method} ${pathname}`;
    requests.push(endpoint);
    const isUpload = pathname.startsWith('/pages/assets/');
    if (request.headers.get('authorization') !== `Bearer ${isUpload ? jwt : token}`) {
      return isUpload ? failure(401, 8000013, 'Authorization failed') : failure(403, 10000, 'Authentication error');
    }
    const fault = await api.fault(endpoint, request);
    if (fault) return fault;
    if (endpoint === `POST ${projects}`) return create(newProjectSchema.parse(await request.json()));
    if (isMissing && pathname.startsWith(base)) return notFound();
    const [, id, action] = /\/deployments\/([\w-]+)(?:\/(\w+))?$/.exec(pathname) ?? [];
    const deployment = deployments.find((candidate) => candidate.id === id);
    if (id !== undefined && !deployment)
      return failure(404, 8000009, 'The deployment ID you have specified does not exist.');
    if (deployment && request.method === 'DELETE') return remove(deployment, searchParams.get('force') === 'true');
    if (deployment && request.method === 'POST' && action === 'rollback') {
      if (deployment.branch !== productionBranch)
        return failure(400, 8000020, 'Only a production deployment can be rolled back to.');
      liveId = deployment.id;
      return success(described(deployment));
    }
    if (deployment) return success(described(deployment));
    switch (endpoint) {
      case `GET ${base}`:
        return success(describedProject());
      case `GET ${base}/upload-token`:
        return success({ jwt });
      case 'POST /pages/assets/check-missing':
        return success(hashesSchema.parse(await request.json()).hashes.filter((hash) => !stored.has(hash)));
      case 'POST /pages/assets/upload':
        for (const { key, value, metadata } of uploadSchema.parse(await request.json())) {
          stored.set(key, { bytes: Buffer.from(value, 'base64'), contentType: metadata.contentType });
          uploaded.add(key);
        }
        return success(null);
      case 'POST /pages/assets/upsert-hashes':
        // In the real API, this call extends the time that the files are kept. The fake never deletes files.
        hashesSchema.parse(await request.json());
        return success(null);
      case `GET ${base}/deployments`:
        return list(searchParams);
      case `POST ${base}/deployments`:
        return deploy(await readForm(request));
      default:
        return notFound();
    }
  }

  function notFound(): Response {
    return failure(
      404,
      8000007,
      'Project not found. The specified project name does not match any of your existing projects.',
    );
  }

  function create({ production_branch: branch }: z.infer<typeof newProjectSchema>): Response {
    isMissing = false;
    productionBranch = branch;
    return success(describedProject());
  }

  function describedProject() {
    const canonical = live();
    return {
      name: project,
      subdomain: `${project}.pages.dev`,
      production_branch: productionBranch,
      deployment_configs: { production: {}, preview: {} },
      canonical_deployment: canonical ? described(canonical) : null,
    };
  }

  function list(parameters: URLSearchParams): Response {
    const [page, perPage] = [Number(parameters.get('page') ?? 1), Number(parameters.get('per_page') ?? 25)];
    if (perPage > 25)
      return failure(400, 8000024, 'Invalid list options provided. Review the `page` or `per_page` parameter.');
    const environment = parameters.get('env');
    const newestFirst = deployments
      .filter(({ branch }) => environment === null || environmentOf(branch) === environment)
      .toSorted((a, b) => (a.createdOn < b.createdOn ? 1 : -1));
    return success(newestFirst.slice((page - 1) * perPage, page * perPage).map(described));
  }

  async function remove(deployment: FakeDeployment, force: boolean): Promise<Response> {
    if (deployment.id === liveId) return failure(400, 8000034, 'You cannot delete the active production deployment.');
    if (!force && aliasesOf(deployment).length > 0) {
      return failure(400, 8000035, 'Cannot delete an aliased deployment without force.');
    }
    deployments.splice(deployments.indexOf(deployment), 1);
    await servers.get(deployment.id)?.[Symbol.asyncDispose]();
    return success(null);
  }

  async function deploy({ manifest = '', ...form }: Record<string, string>): Promise<Response> {
    const hashes = manifestSchema.parse(JSON.parse(manifest));
    const files = new Map<string, UploadedFile>();
    for (const [path, hash] of Object.entries(hashes)) {
      const file = stored.get(hash);
      if (!file) return failure(400, 8000096, `Never uploaded: ${path}`);
      files.set(path, file);
    }
    const id = randomUUID();
    const deployment = {
      id,
      url: '',
      branch: form['branch'] ?? '',
      commit: form['commit_hash'] ?? '',
      message: form['commit_message'] ?? '',
      createdOn: now().toISOString(),
      files,
      uploaded: [...files.keys()].filter((path) => uploaded.has(hashes[path] ?? '')).sort(),
      uploadedBytes: [...uploaded].reduce((sum, hash) => sum + (stored.get(hash)?.bytes.length ?? 0), 0),
      form,
      worker: await readWorker(form['_worker.bundle'] ?? ''),
    };
    uploaded.clear();
    api.spoil(deployment);
    const server = await serveDeployment(deployment, functions);
    servers.set(id, server);
    deployment.url = server.url;
    deployments.push(deployment);
    if (deployment.branch === productionBranch) liveId = id;
    return success(described(deployment));
  }

  function environmentOf(branch: string): 'production' | 'preview' {
    return branch === productionBranch ? 'production' : 'preview';
  }

  /** The newest deployment of a preview branch has the branch's URL. The live deployment has the site's URL. */
  function aliasesOf({ id, branch }: FakeDeployment): string[] {
    const newest = deployments.findLast((other) => other.branch === branch);
    return [
      ...(newest?.id === id && branch !== productionBranch ? [`https://${branch}.${project}.pages.dev`] : []),
      ...(id === liveId ? [`https://${project}.pages.dev`] : []),
    ];
  }

  function described(deployment: FakeDeployment) {
    const { id, url, branch, commit, message, createdOn } = deployment;
    return {
      id,
      url,
      project_name: project,
      environment: environmentOf(branch),
      created_on: createdOn,
      production_branch: productionBranch,
      aliases: aliasesOf(deployment),
      deployment_trigger: { type: 'ad_hoc', metadata: { branch, commit_hash: commit, commit_message: message } },
      latest_stage: { name: 'deploy', status: 'success' },
    };
  }

  function emptyDeployment(id: string, createdOn = ''): FakeDeployment {
    return {
      id,
      url: `https://${id}.${project}.example`,
      branch: productionBranch,
      commit: '',
      message: '',
      createdOn,
      files: new Map(),
      uploaded: [],
      uploadedBytes: 0,
      form: {},
      worker: { name: '', code: '' },
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
    access: { name: project, account, token, api: listening.url },
    siteUrl: site.url,
    requests,
    deployments,
    live,
    addOld(count) {
      // One deployment per hour, the newest deployment an hour ago.
      const time = (index: number) => new Date(now().getTime() - (count - index) * 3_600_000).toISOString();
      const old = Array.from({ length: count }, (_, index) => emptyDeployment(`old-${index}`, time(index)));
      deployments.unshift(...old);
    },
    publishElsewhere(message = '') {
      const id = randomUUID();
      const deployment = { ...(live() ?? emptyDeployment(id)), id, message, createdOn: now().toISOString() };
      deployments.push(deployment);
      liveId = id;
      return deployment;
    },
    functions,
    setClock(time) {
      clockOffset = Date.parse(time) - Date.now();
    },
    fault: () => undefined,
    spoil: () => undefined,
    async [Symbol.asyncDispose]() {
      for (const running of [listening, site, ...servers.values()]) await running[Symbol.asyncDispose]();
    },
  };
  return api;
}

/**
 * The environment in which wrangler uses only the fake and writes only to a folder. Requests to other machines also go
 * to the fake, which is set as the proxy.
 */
export function fakeEnvironment(url: string, folder: string): NodeJS.ProcessEnv {
  return {
    CLOUDFLARE_API_BASE_URL: url,
    http_proxy: url,
    https_proxy: url,
    no_proxy: '127.0.0.1,localhost',
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, 'config'),
    WRANGLER_CACHE_DIR: join(folder, 'cache'),
    // Without the banner, wrangler doesn't check for updates.
    WRANGLER_HIDE_BANNER: 'true',
    WRANGLER_SEND_METRICS: undefined,
  };
}

const newProjectSchema = z.object({ name: z.string(), production_branch: z.string() });
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
const workerSchema = z.object({ main_module: z.string() });

/** A token like the tokens of Cloudflare's API. Wrangler reads the plan's file limit from the token. */
function uploadToken(): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const anHourFromNow = Math.floor(Date.now() / 1000) + 3600;
  const payload = { exp: anHourFromNow, max_file_count_allowed: 20_000 };
  return [part({ alg: 'HS256', typ: 'JWT' }), part(payload), part('signature')].join('.');
}

/** Reads the Function and its metadata from a form within the deployment's form. The boundary is in its first line. */
async function readWorker(bundle: string): Promise<FakeDeployment['worker']> {
  const boundary = /^--(.*)\r\n/.exec(bundle)?.[1] ?? '';
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const { metadata = '', ...modules } = await readForm(new Response(bundle, { headers }));
  const { main_module: name } = workerSchema.parse(JSON.parse(metadata));
  return { name, code: modules[name] ?? '' };
}

async function readForm(body: Request | Response): Promise<Record<string, string>> {
  // `formData` is deprecated for servers with untrusted clients, but this fake has only trusted clients.
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
