import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { vi } from 'vitest';
import { listen } from '../../site/serve/listen.ts';

interface Issue {
  readonly number: number;
  state: string;
  readonly title: string;
  body: string;
  readonly comments: string[];
  /** The user who opened the issue. By default, the token's user, `github-actions[bot]`. */
  readonly author?: string;
}

interface Run {
  /** @default 'publish.yml' */
  readonly workflow?: string;
  readonly conclusion?: string | null;
  /** The run's status or result, such as `completed` or `success`. */
  readonly status: string;
  readonly created_at: string;
  /** @default 'schedule' */
  readonly event?: string;
  readonly head_sha?: string;
  /** The results of the run's jobs, by name. */
  readonly jobs?: Readonly<Record<string, string | null>>;
}

export interface GitHubApiOptions {
  /** Whether the repository is private, and therefore has no attestations. @default false */
  readonly isPrivate?: boolean;
  /** The attested SHA-256 hashes. */
  readonly attested?: ReadonlySet<string>;
  /** Whether the repository has Issues switched on. @default true */
  readonly hasIssues?: boolean;
  /** The time of the last backup in the branch `archive`, ISO 8601 UTC. Undefined without such a branch. */
  readonly backedUp?: string;
  /** The time of the repository's creation, ISO 8601 UTC. @default now */
  readonly createdAt?: string;
  /** The time of the last push to the repository, ISO 8601 UTC. @default `createdAt` */
  readonly pushedAt?: string;
  /** The repository's site on GitHub Pages. Undefined if GitHub Pages is switched off. */
  readonly pages?: { readonly html_url: string | null; readonly build_type: string | null };
  /** The deployments of the environment `github-pages`, the newest first, each with its statuses. */
  readonly deployments?: readonly { readonly created_at: string; readonly states: readonly string[] }[];
}

/** A response with a status other than 200 or 404. */
class Refusal {
  readonly status: number;
  readonly message: string;

  constructor(status: number, message: string) {
    this.status = status;
    this.message = message;
  }
}

const PRIVATE = new Refusal(403, 'Feature not available for user-owned private repositories.');
const GONE = new Refusal(410, 'Issues are disabled for this repo');

/** Starts a fake of GitHub's REST API with only the calls that the publish workflow makes. */
export async function startGitHubApi(
  runs: readonly Run[],
  {
    hasIssues = true,
    backedUp,
    createdAt = new Date().toISOString(),
    pushedAt = createdAt,
    isPrivate = false,
    attested = new Set(),
    pages,
    deployments = [],
  }: GitHubApiOptions = {},
) {
  const issues: Issue[] = [];
  const edits: string[] = [];
  /** Returns the status with which a call such as `POST issues` fails; undefined if the call doesn't fail. */
  const faults: { statusOf: (call: string) => number | undefined } = { statusOf: () => undefined };

  function answer(method: string, url: URL, body: Record<string, unknown>): unknown {
    if (method === 'GET' && url.pathname === '/repos/me/fork') {
      return { has_issues: hasIssues, private: isPrivate, created_at: createdAt, pushed_at: pushedAt };
    }
    const path = url.pathname.replace(/^\/repos\/me\/fork\//, '');
    if (method === 'GET' && path === 'pages') return pages ?? null;
    if (method === 'GET' && path === 'deployments') {
      const isOfPages = url.searchParams.get('environment') === 'github-pages';
      return isOfPages ? deployments.map(({ created_at }, id) => ({ id, created_at })) : [];
    }
    const [, deployment] = /^deployments\/(\d+)\/statuses$/.exec(path) ?? [];
    if (method === 'GET' && deployment !== undefined) {
      return deployments[Number(deployment)]?.states.map((state) => ({ state })) ?? null;
    }
    const [, digest] = /^attestations\/sha256:(\w+)$/.exec(path) ?? [];
    if (method === 'GET' && digest !== undefined) {
      if (isPrivate) return PRIVATE;
      return attested.has(digest) ? { attestations: [{ repository_id: 1, bundle: null }] } : null;
    }
    const [, number, comments] = /^issues\/(\d+)(\/comments)?$/.exec(path) ?? [];
    const issue = issues.find((candidate) => candidate.number === Number(number));
    const { searchParams } = url;
    if (method === 'GET' && path === 'branches/archive') {
      return backedUp === undefined ? null : { commit: { commit: { committer: { date: backedUp } } } };
    }
    const [, workflow] = /^actions\/workflows\/([\w.]+)\/runs$/.exec(path) ?? [];
    if (method === 'GET' && workflow !== undefined) {
      // GitHub's parameter `status` also accepts the result of a run, such as `success`.
      const [status, event, sha, created] = ['status', 'event', 'head_sha', 'created'].map((name) =>
        searchParams.get(name),
      );
      const found = runs
        .map((run, id) => ({ ...run, id, html_url: `https://github.com/me/fork/actions/runs/${id}` }))
        .filter((run) => (run.workflow ?? 'publish.yml') === workflow)
        .filter((run) => status === null || status === 'completed' || run.status === status)
        .filter((run) => event === null || run.event === event)
        .filter((run) => sha === null || run.head_sha === sha)
        .filter((run) => !created || (created.startsWith('<=') && run.created_at <= created.slice(2)))
        // GitHub lists the newest first.
        .sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
      return { workflow_runs: found.slice(0, Number(searchParams.get('per_page'))) };
    }
    const [, run] = /^actions\/runs\/(\d+)\/jobs$/.exec(path) ?? [];
    if (method === 'GET' && run !== undefined) {
      const jobs = Object.entries(runs[Number(run)]?.jobs ?? {});
      return { jobs: jobs.map(([name, conclusion]) => ({ name, conclusion })) };
    }
    if (path.startsWith('issues') && !hasIssues) return GONE;
    if (method === 'GET' && path === 'issues') {
      const creator = searchParams.get('creator');
      // GitHub lists the newest first.
      return issues.filter((each) => (each.author ?? 'github-actions[bot]') === creator).toReversed();
    }
    if (method === 'POST' && path === 'issues') {
      const { title, body: text } = body as { title: string; body: string };
      issues.push({ number: issues.length + 1, state: 'open', title, body: text, comments: [] });
      return issues.at(-1);
    }
    if (method === 'POST' && issue && comments) return issue.comments.push(String(body['body']));
    if (method === 'PATCH' && issue) {
      const { state = issue.state, body: text = issue.body } = body as { state?: string; body?: string };
      edits.push(Object.keys(body).join(' '));
      return Object.assign(issue, { state, body: text });
    }
    return null;
  }

  const server = createServer((request, response) => {
    void (async () => {
      if (request.headers.authorization !== 'Bearer a-token') return response.writeHead(401).end('{}');
      const { method = '', url: address = '' } = request;
      const url = new URL(address, 'http://localhost');
      const fault = faults.statusOf(`${method} ${url.pathname.replace('/repos/me/fork/', '')}`);
      const hasBody = method === 'POST' || method === 'PATCH';
      const body = hasBody ? ((await json(request)) as Record<string, unknown>) : {};
      const result = fault === undefined ? answer(method, url, body) : new Refusal(fault, 'no');
      const status = result === null ? 404 : result instanceof Refusal ? result.status : 200;
      return response.writeHead(status).end(JSON.stringify(result));
    })();
  });
  const api = await listen(server);
  return {
    url: api.url,
    issues,
    /** The names of the fields that each edit of an issue set, such as `body` or `state`. The oldest edit is first. */
    edits,
    faults,
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
  };
}

/** Sets the environment variables that make the code use a fake of GitHub. */
export function stubGitHub({ url }: { readonly url: string }): void {
  vi.stubEnv('GITHUB_API_URL', url);
  vi.stubEnv('GITHUB_REPOSITORY', 'me/fork');
  vi.stubEnv('GITHUB_TOKEN', 'a-token');
  vi.stubEnv('GITHUB_STEP_SUMMARY', '');
}
