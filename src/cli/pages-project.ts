import pRetry from 'p-retry';
import { z } from 'zod';
import { firstIssue } from '../text/first-issue.ts';
import { quote } from '../text/quote.ts';
import { CommandError, UsageError } from './command.ts';
import { fetchFailure } from './fetch-failure.ts';
import { parseJson } from './parse-json.ts';

const deploymentSchema = z.object({
  id: z.string().min(1),
  /** Its own address, which it keeps as long as it exists. */
  url: z.url({ protocol: /^https?$/ }),
  /** Further addresses that lead to it now. */
  aliases: z.array(z.string()).nullish(),
  environment: z.string(),
  created_on: z.iso.datetime({ offset: true }),
  deployment_trigger: z.object({ metadata: z.object({ branch: z.string().nullish() }).nullish() }).nullish(),
});

/** A deployment, as far as Cloudflare's API tells of it and we ask. */
export type Deployment = z.infer<typeof deploymentSchema>;

const projectSchema = z.object({
  /** `NAME.pages.dev`, or another one where somebody had that already. */
  subdomain: z.string().min(1),
  production_branch: z.string().min(1),
  /** What is live; nothing before the first deployment to production. */
  canonical_deployment: deploymentSchema.nullish(),
});

export type ProjectState = z.infer<typeof projectSchema>;

/** As many deployments as the API lists at once. */
const PAGE = 25;

/** The variables that must be set, and where their values come from. */
const required = {
  CLOUDFLARE_API_TOKEN:
    'a token with the permission "Cloudflare Pages: Edit" from https://dash.cloudflare.com/profile/api-tokens',
  CLOUDFLARE_ACCOUNT_ID: 'what stands behind https://dash.cloudflare.com/ in the address of your dashboard',
  CLOUDFLARE_PAGES_PROJECT: 'the name of a Pages project of that account',
};

/** @throws {UsageError} when one of these variables is not set */
export function assertSet(...names: readonly (keyof typeof required)[]): void {
  // A secret that a workflow does not have arrives as an empty variable.
  const missing = names.filter((name) => !process.env[name]);
  if (missing.length > 0)
    throw new UsageError(missing.map((name) => `${name} is not set: ${required[name]}.`).join(' '));
}

/**
 * A project at Cloudflare Pages, by Cloudflare's API: what wrangler has no command for.
 * Source: https://developers.cloudflare.com/api/resources/pages/
 */
export class PagesProject {
  readonly name: string;
  readonly #address: string;
  readonly #token: string;
  readonly #signal: AbortSignal;

  /**
   * The project that the environment names.
   *
   * @throws {UsageError} when a variable is not set
   */
  constructor(signal: AbortSignal) {
    assertSet('CLOUDFLARE_API_TOKEN', 'CLOUDFLARE_ACCOUNT_ID', 'CLOUDFLARE_PAGES_PROJECT');
    const api = process.env['CLOUDFLARE_API_BASE_URL'] ?? 'https://api.cloudflare.com/client/v4';
    const [account, name] = [process.env['CLOUDFLARE_ACCOUNT_ID'] ?? '', process.env['CLOUDFLARE_PAGES_PROJECT'] ?? ''];
    this.name = name;
    this.#address = `${api}/accounts/${encodeURIComponent(account)}/pages/projects/${encodeURIComponent(name)}`;
    this.#token = process.env['CLOUDFLARE_API_TOKEN'] ?? '';
    this.#signal = signal;
  }

  /** @throws {CommandError} when Cloudflare does not tell */
  read(): Promise<ProjectState> {
    return this.#call('GET', '', projectSchema);
  }

  /** All deployments, the newest first. @throws {CommandError} when Cloudflare does not tell */
  async deployments(): Promise<Deployment[]> {
    const all: Deployment[] = [];
    for (let page = 1; ; page++) {
      const listed = await this.#call('GET', `/deployments?page=${page}&per_page=${PAGE}`, z.array(deploymentSchema));
      all.push(...listed);
      if (listed.length < PAGE) return all;
    }
  }

  /** Makes an earlier deployment the live one again. @throws {CommandError} */
  async rollBack({ id }: Deployment): Promise<void> {
    await this.#call('POST', `/deployments/${encodeURIComponent(id)}/rollback`, z.unknown());
  }

  /**
   * Deletes a deployment. Cloudflare refuses when it is the live one.
   *
   * @param force also one that Cloudflare says has an alias
   * @throws {CommandError}
   */
  async delete({ id }: Deployment, force: boolean): Promise<void> {
    await this.#call('DELETE', `/deployments/${encodeURIComponent(id)}${force ? '?force=true' : ''}`, z.unknown());
  }

  async #call<T extends z.ZodType>(method: string, path: string, schema: T): Promise<z.infer<T>> {
    const what = `Cloudflare's API, ${method} ${path === '' ? 'the project' : path.replace(/\?.*/, '')}`;
    const tryOnce = async () => {
      const response = await fetch(this.#address + path, {
        method,
        headers: { Authorization: `Bearer ${this.#token}` },
        signal: AbortSignal.any([this.#signal, AbortSignal.timeout(30_000)]),
      });
      const text = await response.text();
      if (response.status >= 500 || response.status === 429) throw new Error(`status ${response.status}`);
      return { status: response.status, text };
    };
    const { status, text } = await pRetry(tryOnce, { retries: 2, minTimeout: 1000, signal: this.#signal }).catch(
      (error: unknown) => {
        this.#signal.throwIfAborted();
        throw new CommandError(`${what}: ${fetchFailure(error)}`);
      },
    );
    const { data: answer } = envelopeSchema.safeParse(parseJson(text));
    if (status !== 200 || !answer?.success) {
      const reasons = answer?.errors?.map(({ message }) => message).join('; ');
      throw new CommandError(`${what}: status ${status}: ${quote(reasons ?? text)}`);
    }
    const { data, error } = schema.safeParse(answer.result);
    if (error) throw new CommandError(`${what}: the answer is not what was expected: ${firstIssue(error)}`);
    return data;
  }
}

const envelopeSchema = z.object({
  success: z.boolean(),
  errors: z.array(z.object({ message: z.string() })).nullish(),
  result: z.unknown().optional(),
});
