import { z } from 'zod';
import { HttpError, request } from '../../download/http/request.ts';
import { limitsOf } from '../../download/http/request-limits.ts';
import { firstIssue } from '../../text/first-issue.ts';
import { parseJson } from '../../text/json/parse-json.ts';
import { present } from '../../text/present.ts';
import { quoted } from '../../text/quote.ts';
import type { Failure } from '../failures.ts';
import { PublishFailure, UsageError } from '../terminal/command.ts';
import { variable } from '../terminal/variable.ts';

/** Cloudflare's API didn't do what was requested. */
export class CloudflareError extends PublishFailure {
  readonly codes: readonly number[];

  constructor(failure: Failure, message: string, codes: readonly number[] = []) {
    super(failure, message);
    this.codes = codes;
  }
}

export const deploymentSchema = z.object({
  id: z.string().min(1),
  /** The deployment's own URL, which never changes. */
  url: z.url({ protocol: /^https?$/ }),
  /** Other URLs that lead to the deployment now. */
  aliases: z.array(z.string()).nullish(),
  environment: z.string(),
  created_on: z.iso.datetime({ offset: true }),
  deployment_trigger: z.object({ metadata: z.object({ branch: z.string().nullish() }).nullish() }).nullish(),
});

/** A deployment, with the fields of Cloudflare's API that are used here. */
export type Deployment = z.infer<typeof deploymentSchema>;

export const projectSchema = z.object({
  /** `NAME.pages.dev`, or another subdomain if NAME was taken. */
  subdomain: z.string().min(1),
  production_branch: z.string().min(1),
  /** The live deployment; absent before the first deployment to production. */
  canonical_deployment: deploymentSchema.nullish(),
});

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

/** Whether any variable for Cloudflare is set. If so, all must be set. */
export function isCloudflareSet(): boolean {
  return Object.keys(required).some((name) => variable(name) !== undefined);
}

/** What a project's requests need. */
export interface Access {
  readonly name: string;
  readonly account: string;
  readonly token: string;
  /** The URL of Cloudflare's API. */
  readonly api: string;
}

/** @throws {UsageError} if a variable isn't set, or is invalid */
export function accessOfEnvironment(): Access {
  const missing = Object.entries(required).filter(([name]) => variable(name) === undefined);
  if (missing.length > 0) throw new UsageError(missing.map(([name, help]) => `${name} is not set: ${help}.`).join(' '));
  const valueOf = (name: keyof typeof required) => present(variable(name), name);
  if (!PROJECT_NAME.test(valueOf('CLOUDFLARE_PAGES_PROJECT')))
    throw new UsageError('CLOUDFLARE_PAGES_PROJECT: expected up to 58 lowercase letters, digits and dashes.');
  return {
    name: valueOf('CLOUDFLARE_PAGES_PROJECT'),
    account: valueOf('CLOUDFLARE_ACCOUNT_ID'),
    token: valueOf('CLOUDFLARE_API_TOKEN'),
    api: variable('CLOUDFLARE_API_BASE_URL') ?? 'https://api.cloudflare.com/client/v4',
  };
}

/** The names that Cloudflare accepts for a Pages project. */
const PROJECT_NAME = /^[a-z\d]([a-z\d-]{0,56}[a-z\d])?$/;

/** Maximum bytes of a response. Each deployment lists the project's environment variables, of up to 5 kB each. */
const MAX_BYTES = 16 * 1024 * 1024;

/** A successful response: its result, and the time on Cloudflare's clock. */
export interface CloudflareResponse<T> {
  readonly result: T;
  readonly date: string | null;
}

/**
 * Sends a request about the account's Pages projects. Source: https://developers.cloudflare.com/api/resources/pages/
 *
 * @param path the path below the projects, such as `/rates/deployments`
 */
export async function callCloudflare<T extends z.ZodType>(
  { account, token, api }: Access,
  signal: AbortSignal,
  [method, path]: readonly [method: string, path: string],
  schema: T,
  body?: object,
): Promise<CloudflareResponse<z.infer<T>>> {
  const what = `Cloudflare's API, ${method} ${path.replace(/\?.*/, '') || 'a new project'}`;
  const url = `${api}/accounts/${encodeURIComponent(account)}/pages/projects${path}`;
  const { status, headers, bytes } = await request(url, {
    method,
    headers: { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }) },
    body: body && JSON.stringify(body),
    // Accepts a 4xx response, because its body has the reason for the refusal.
    accepts: (status) => status < 500,
    ...limitsOf.service,
    maxBytes: MAX_BYTES,
    signal,
  }).catch((error: unknown) => {
    throw error instanceof HttpError ? new CloudflareError('cloudflare', `${what}: ${error.message}`) : error;
  });
  const text = bytes.toString();
  const { data: answer } = envelopeSchema.safeParse(parseJson(text));
  if (status !== 200 || !answer?.success) {
    const errors = answer?.errors ?? [];
    const reasons = errors.map(({ message }) => message).join('; ');
    const codes = errors.flatMap(({ code }) => code ?? []);
    throw new CloudflareError(
      causeOf(status, codes, reasons),
      `${what}: status ${status}: ${quoted(reasons || text)}`,
      codes,
    );
  }
  const { data, error } = schema.safeParse(answer.result);
  if (error) throw new CloudflareError('cloudflare', `${what}: unexpected response: ${firstIssue(error)}`);
  return { result: data, date: headers.get('Date') };
}

const envelopeSchema = z.object({
  success: z.boolean(),
  errors: z.array(z.object({ code: z.number().nullish(), message: z.string() })).nullish(),
  result: z.unknown().optional(),
});

/** Cloudflare's code for a path with an account ID that doesn't exist. */
const NO_ROUTE = 7003;
/** Cloudflare's code for a project that the account doesn't have. */
export const PROJECT_NOT_FOUND = 8_000_007;

/** The likely cause of a refusal, so that its advice fits. Cloudflare documents neither all codes nor their causes. */
function causeOf(status: number, codes: readonly number[], reasons: string): Failure {
  if (status === 429) return 'rate-limit';
  if (/\b(suspended|locked|disabled|terminated)\b/i.test(reasons)) return 'suspended';
  if (codes.includes(NO_ROUTE)) return 'account';
  if (codes.includes(PROJECT_NOT_FOUND)) return 'project';
  // Cloudflare responds with 400 to a token in the wrong form.
  const isOfToken = [401, 403].includes(status) || (status === 400 && /header|token|auth/i.test(reasons));
  return isOfToken ? 'token' : 'cloudflare';
}
