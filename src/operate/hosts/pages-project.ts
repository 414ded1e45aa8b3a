import { z } from 'zod';
import { firstIssue } from '../../text/first-issue.ts';
import { quoted } from '../../text/quote.ts';
import { FREE_PLAN_FILES, PAID_PLAN_FILES } from '../../site/host-limits.ts';
import { CommandError, UsageError } from '../terminal/command.ts';
import { wholeNumber } from '../terminal/command-line.ts';
import { parseJson } from '../../text/parse-json.ts';
import { HttpError, request } from '../../http/request.ts';
import { limitsOf } from '../../http/request-limits.ts';
import { annotate } from '../terminal/print.ts';
import { variable } from '../terminal/variable.ts';
import { present } from '../../text/present.ts';

const deploymentSchema = z.object({
  id: z.string().min(1),
  /** The deployment's own URL, which never changes. */
  url: z.url({ protocol: /^https?$/ }),
  /** Other URLs that lead to the deployment now. */
  aliases: z.array(z.string()).nullish(),
  environment: z.string(),
  created_on: z.iso.datetime({ offset: true }),
  deployment_trigger: z
    .object({ metadata: z.object({ branch: z.string().nullish(), commit_message: z.string().nullish() }).nullish() })
    .nullish(),
  /**
   * The last stage of the deployment. If the deployment is complete, the stage has the name `deploy` and the status
   * `success`.
   */
  latest_stage: z.object({ name: z.string(), status: z.string() }).nullish(),
});

/** A deployment, with the fields of Cloudflare's API that are used here. */
export type Deployment = z.infer<typeof deploymentSchema>;

export function messageOf({ deployment_trigger: trigger }: Deployment): string {
  return trigger?.metadata?.commit_message ?? '';
}

const projectSchema = z.object({
  /** `NAME.pages.dev`, or another subdomain if NAME was taken. */
  subdomain: z.string().min(1),
  production_branch: z.string().min(1),
  /** The live deployment; absent before the first deployment to production. */
  canonical_deployment: deploymentSchema.nullish(),
});

export type ProjectState = z.infer<typeof projectSchema>;

/** Maximum number of deployments in one response of the API. */
const PAGE = 25;

/** Maximum bytes of a response. Each deployment lists the project's environment variables, of up to 5 kB each. */
const MAX_BYTES = 16 * 1024 * 1024;

/** The production branch of a project that this code creates. */
const PRODUCTION_BRANCH = 'main';

/** Cloudflare's code for a project that the account doesn't have. */
const PROJECT_NOT_FOUND = 8_000_007;

/** Cloudflare's API didn't do what was requested. */
export class CloudflareError extends CommandError {
  readonly codes: readonly number[];

  constructor(message: string, codes: readonly number[] = []) {
    super(message);
    this.codes = codes;
  }
}

/** The variables that must be set, and where their values come from. */
const required = {
  CLOUDFLARE_API_TOKEN:
    'a token with the permission "Cloudflare Pages: Edit" from https://dash.cloudflare.com/profile/api-tokens',
  CLOUDFLARE_ACCOUNT_ID: 'the ID after https://dash.cloudflare.com/ in your dashboard’s URL',
  CLOUDFLARE_PAGES_PROJECT: 'the name of the Pages project. If the account has no such project, it is created',
};

export const environmentHelp = `Environment:

${Object.entries(required)
  .map(([name, help]) => `  ${name.padEnd(26)} ${help}`)
  .join('\n')}`;

/** The option `--file-limit` of the commands that upload to Cloudflare Pages. */
export const pagesFileLimit = {
  value: 'N',
  variable: 'FILE_LIMIT',
  help: 'number of files that the account’s plan allows',
  schema: wholeNumber(1, PAID_PLAN_FILES).default(FREE_PLAN_FILES),
};

/** What a project's requests need. */
export interface Access {
  readonly name: string;
  /** The URL of the account's projects. */
  readonly projects: string;
  readonly token: string;
}

function accessOfEnvironment(): Access {
  const missing = Object.entries(required).filter(([name]) => variable(name) === undefined);
  if (missing.length > 0) throw new UsageError(missing.map(([name, help]) => `${name} is not set: ${help}.`).join(' '));
  const valueOf = (name: keyof typeof required) => present(variable(name), name);
  const api = variable('CLOUDFLARE_API_BASE_URL') ?? 'https://api.cloudflare.com/client/v4';
  return {
    name: valueOf('CLOUDFLARE_PAGES_PROJECT'),
    projects: `${api}/accounts/${encodeURIComponent(valueOf('CLOUDFLARE_ACCOUNT_ID'))}/pages/projects`,
    token: valueOf('CLOUDFLARE_API_TOKEN'),
  };
}

/**
 * A Cloudflare Pages project, through Cloudflare's API, for operations that wrangler has no command for.
 * Source: https://developers.cloudflare.com/api/resources/pages/
 */
export class PagesProject {
  readonly #access: Access;
  readonly #signal: AbortSignal;
  /** Cloudflare's clock: the `Date` of its first response. */
  date: string | null = null;

  /** The project that the environment names. */
  constructor(signal: AbortSignal, access = accessOfEnvironment()) {
    this.#access = access;
    this.#signal = signal;
  }

  /** Returns an object for the same project, whose requests end when the given signal is aborted. */
  until(signal: AbortSignal): PagesProject {
    return new PagesProject(signal, this.#access);
  }

  get name(): string {
    return this.#access.name;
  }

  /** Reads the project, and creates it if the account doesn't have it. */
  async open(): Promise<ProjectState> {
    try {
      return await this.read();
    } catch (error) {
      if (!(error instanceof CloudflareError) || !error.codes.includes(PROJECT_NOT_FOUND)) throw error;
    }
    const { name, projects } = this.#access;
    const body = { name, production_branch: PRODUCTION_BRANCH };
    const created = await this.#send('POST', projects, 'the new project', projectSchema, body);
    // A warning, because a new project's archive starts over. The old project may have been deleted by mistake, or the
    // name may be mistyped.
    annotate(`The account had no Pages project ${name}, so it was created. Its URL is https://${created.subdomain}`);
    return created;
  }

  read(): Promise<ProjectState> {
    return this.#call('GET', '', projectSchema);
  }

  newestOfProduction(): Promise<Deployment[]> {
    return this.#call('GET', `/deployments?env=production&page=1&per_page=${PAGE}`, z.array(deploymentSchema));
  }

  /** All deployments, the newest first. */
  async deployments(): Promise<Deployment[]> {
    const all: Deployment[] = [];
    for (let page = 1; ; page++) {
      const listed = await this.#call('GET', `/deployments?page=${page}&per_page=${PAGE}`, z.array(deploymentSchema));
      all.push(...listed);
      if (listed.length < PAGE) return all;
    }
  }

  /** Makes an earlier deployment live again. */
  async rollBack({ id }: Deployment): Promise<void> {
    await this.#call('POST', `/deployments/${encodeURIComponent(id)}/rollback`, z.unknown());
  }

  /**
   * Deletes a deployment. Cloudflare refuses to delete the live deployment.
   *
   * @param force whether to delete the deployment even if it has an alias
   */
  async delete({ id }: Deployment, force: boolean): Promise<void> {
    await this.#call('DELETE', `/deployments/${encodeURIComponent(id)}${force ? '?force=true' : ''}`, z.unknown());
  }

  #call<T extends z.ZodType>(method: string, path: string, schema: T): Promise<z.infer<T>> {
    const { projects, name } = this.#access;
    const what = path === '' ? 'the project' : path.replace(/\?.*/, '');
    return this.#send(method, `${projects}/${encodeURIComponent(name)}${path}`, what, schema);
  }

  async #send<T extends z.ZodType>(
    method: string,
    url: string,
    about: string,
    schema: T,
    body?: object,
  ): Promise<z.infer<T>> {
    const what = `Cloudflare's API, ${method} ${about}`;
    const { status, headers, bytes } = await request(url, {
      method,
      headers: {
        Authorization: `Bearer ${this.#access.token}`,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
      // Accepts a 4xx response, because its body has the reason for the refusal.
      accepts: (status) => status < 500,
      ...limitsOf.service,
      maxBytes: MAX_BYTES,
      signal: this.#signal,
    }).catch((error: unknown) => {
      throw error instanceof HttpError ? new CloudflareError(`${what}: ${error.message}`) : error;
    });
    const text = bytes.toString();
    this.date ??= headers.get('Date');
    const { data: answer } = envelopeSchema.safeParse(parseJson(text));
    if (status !== 200 || !answer?.success) {
      const errors = answer?.errors ?? [];
      const reasons = errors.map(({ message }) => message).join('; ');
      const codes = errors.flatMap(({ code }) => code ?? []);
      throw new CloudflareError(`${what}: status ${status}: ${quoted(reasons || text)}`, codes);
    }
    const { data, error } = schema.safeParse(answer.result);
    if (error) throw new CloudflareError(`${what}: unexpected response: ${firstIssue(error)}`);
    return data;
  }
}

const envelopeSchema = z.object({
  success: z.boolean(),
  errors: z.array(z.object({ code: z.number().nullish(), message: z.string() })).nullish(),
  result: z.unknown().optional(),
});
