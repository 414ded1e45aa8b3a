import { createServer } from 'node:http';
import { join } from 'node:path';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { z } from 'zod';
import { listen } from '../preview/listen.ts';

export interface PagesApi extends AsyncDisposable {
  /** What CLOUDFLARE_API_BASE_URL takes. */
  readonly url: string;
  /** Every request so far: `POST /pages/assets/upload`, or `CONNECT host:443` for one that meant to leave this machine. */
  readonly requests: readonly string[];
  /** What has been deployed, the latest last. */
  readonly deployments: readonly Deployment[];
}

export interface Deployment {
  /** The hash of every file of the site by its address, such as `/api/rates.json`. */
  readonly manifest: Readonly<Record<string, string>>;
  /** The addresses of the files that travelled for this deployment, sorted: those that were not there from earlier ones. */
  readonly uploaded: readonly string[];
  /** How many bytes these files have. */
  readonly uploadedBytes: number;
  /** The other parts of the form by name: fields, and control files as text. */
  readonly form: Readonly<Record<string, string>>;
  /** The Function, taken out of the part `_worker.bundle`. */
  readonly worker: { readonly name: string; readonly code: string; readonly compatibilityDate: string };
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
}

/**
 * For tests and benchmarks: a stand-in on this machine for the part of Cloudflare's API that `wrangler pages deploy`
 * talks to. Like the real one it keeps what was uploaded, by its hash, for later deployments. It takes no deployment of
 * a file that it lacks, and as the proxy of a process it refuses and records whatever is meant for another machine.
 */
export async function startPagesApi(options: PagesApiOptions): Promise<PagesApi> {
  const { token, account, project, fileLimit = 20_000 } = options;
  const requests: string[] = [];
  const deployments: Deployment[] = [];
  const stored = new Set<string>();
  let sinceLastDeployment = new Map<string, number>();
  const jwt = uploadToken(fileLimit);
  const base = `/accounts/${account}/pages/projects/${project}`;

  async function handle(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const endpoint = `${request.method} ${pathname}`;
    requests.push(endpoint);
    const isUpload = pathname.startsWith('/pages/assets/');
    if (request.headers.get('authorization') !== `Bearer ${isUpload ? jwt : token}`) {
      return isUpload ? failure(401, 8000013, 'Authorization failed') : failure(403, 10000, 'Authentication error');
    }
    switch (endpoint) {
      case `GET ${base}`:
        return success({
          name: project,
          production_branch: 'main',
          deployment_configs: { production: {}, preview: {} },
        });
      case `GET ${base}/upload-token`:
        return success({ jwt });
      case 'POST /pages/assets/check-missing':
        return success(hashesSchema.parse(await request.json()).hashes.filter((hash) => !stored.has(hash)));
      case 'POST /pages/assets/upload':
        for (const { key, value } of uploadSchema.parse(await request.json())) {
          stored.add(key);
          sinceLastDeployment.set(key, Buffer.from(value, 'base64').length);
        }
        return success(null);
      case 'POST /pages/assets/upsert-hashes':
        // The real one keeps these files for longer.
        hashesSchema.parse(await request.json());
        return success(null);
      case `POST ${base}/deployments`:
        return deploy(await readForm(request));
      case `GET ${base}/deployments/${deployments.length}`:
        return success({ latest_stage: { name: 'deploy', status: 'success' }, aliases: [] });
      default:
        return failure(
          404,
          8000007,
          'Project not found. The specified project name does not match any of your projects.',
        );
    }
  }

  async function deploy({ manifest: manifestText = '', ...form }: Record<string, string>): Promise<Response> {
    const manifest = manifestSchema.parse(JSON.parse(manifestText));
    const lacking = Object.keys(manifest).filter((path) => !stored.has(manifest[path] ?? ''));
    if (lacking.length > 0) return failure(400, 8000096, `Never uploaded: ${lacking.join(', ')}`);
    deployments.push({
      manifest,
      uploaded: Object.keys(manifest)
        .filter((path) => sinceLastDeployment.has(manifest[path] ?? ''))
        .sort(),
      uploadedBytes: [...sinceLastDeployment.values()].reduce((sum, bytes) => sum + bytes, 0),
      form,
      worker: await readWorker(form['_worker.bundle'] ?? ''),
    });
    sinceLastDeployment = new Map();
    return success({ id: String(deployments.length), url: `https://${project}.example`, project_name: project });
  }

  const server = createServer(createRequestListener(handle));
  server.on('connect', ({ url }, socket) => {
    requests.push(`CONNECT ${url}`);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  return { ...(await listen(server)), requests, deployments };
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
    no_proxy: '127.0.0.1',
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
