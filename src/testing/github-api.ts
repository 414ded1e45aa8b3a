import { createServer, type IncomingMessage } from 'node:http';
import { buffer, json } from 'node:stream/consumers';
import { compress } from 'snappyjs';
import { listen } from '../preview/listen.ts';
import { sha256 } from '../site/checksums.ts';

interface Issue {
  readonly number: number;
  state: string;
  readonly labels: readonly string[];
  readonly title: string;
  readonly comments: string[];
}

/** A run of our workflow. */
interface Run {
  /** How it ended. */
  readonly status: string;
  readonly created_at: string;
  /** @default 'schedule' */
  readonly event?: string;
  readonly head_sha?: string;
  /** How its jobs ended, by name. */
  readonly jobs?: Readonly<Record<string, string | null>>;
}

/** A release of the repository. */
export interface Release {
  readonly id: number;
  readonly tag_name: string;
  readonly name: string;
  readonly body: string;
  draft: boolean;
  make_latest: string;
  readonly author: { readonly login: string };
  readonly html_url: string;
  readonly upload_url: string;
  readonly assets: Asset[];
}

interface Asset {
  readonly name: string;
  readonly state: string;
  readonly size: number;
  readonly digest: string;
  readonly bytes: Buffer;
}

export interface GitHubApiOptions {
  /** Whether the repository has Issues switched on. @default true */
  readonly hasIssues?: boolean;
  /** The labels that the repository has: others are dropped, as GitHub does for who may not make them. */
  readonly labels?: readonly string[];
  /** The commits that were taken off main again. */
  readonly gone?: readonly string[];
  /** Whether the repository is private, and so has no attestations. @default false */
  readonly isPrivate?: boolean;
  /** What is attested: bundles by the SHA-256 of their subject. */
  readonly attested?: ReadonlyMap<string, readonly object[]>;
}

/** An answer with another status than 200, 204 and 404. */
class Refusal {
  readonly status: number;
  readonly message: string;

  constructor(status: number, message: string) {
    this.status = status;
    this.message = message;
  }
}

const GONE = new Refusal(410, 'Issues are disabled for this repo');

/**
 * For tests: a server on this machine that knows the few calls of GitHub's REST API which our workflow makes; and the hosts
 * beside it, the one that takes the files of releases, and the one that has the bundles of attestations.
 */
export async function startGitHubApi(
  runs: readonly Run[],
  {
    hasIssues = true,
    labels: known = ['publishing-fails'],
    gone = [],
    isPrivate = false,
    attested = new Map(),
  }: GitHubApiOptions = {},
) {
  const issues: Issue[] = [];
  const enabled: string[] = [];
  const releases: Release[] = [];
  /** Answers a call in the API's place, as far as it gives a status: `POST releases`. */
  const faults: { statusOf: (call: string) => number | undefined } = { statusOf: () => undefined };
  let lastId = 0;

  const blobs = createServer(({ headers, url = '' }, response) => {
    // Its addresses are signed themselves: with a token besides, it answers so.
    if (headers.authorization !== undefined) return response.writeHead(400).end();
    const [, digest = '', index] = /^\/(\w+)\/(\d+)\?sig=/.exec(url) ?? [];
    const bundle = attested.get(digest)?.[Number(index)];
    if (bundle === undefined) return response.writeHead(404).end();
    const bytes = compress(Buffer.from(JSON.stringify(bundle)));
    return response.writeHead(200, { 'content-type': 'application/x-snappy' }).end(bytes);
  });
  const blobHost = await listen(blobs);

  function answerAboutReleases(method: string, path: string, url: URL, body: Record<string, unknown>): unknown {
    const [, digest] = /^attestations\/sha256:(\w+)$/.exec(path) ?? [];
    if (method === 'GET' && digest !== undefined) {
      if (isPrivate) return new Refusal(403, 'Feature not available for user-owned private repositories.');
      const bundles = attested.get(digest) ?? [];
      const attestations = bundles.map((_, index) => ({
        ...{ repository_id: 1, bundle: null },
        bundle_url: `${blobHost.url}/${digest}/${index}?sig=x`,
      }));
      return bundles.length > 0 ? { attestations } : null;
    }
    const id = Number(/^releases\/(\d+)$/.exec(path)?.[1]);
    const release = releases.find((candidate) => candidate.id === id);
    if (method === 'GET' && path === 'releases') {
      const [count, page] = ['per_page', 'page'].map((name) => Number(url.searchParams.get(name))) as [number, number];
      return releases.toReversed().slice((page - 1) * count, page * count);
    }
    if (method === 'POST' && path === 'releases') {
      const {
        tag_name,
        name,
        body: text,
        draft,
        target_commitish: target,
      } = body as unknown as Release & {
        target_commitish?: string;
      };
      if (target !== undefined) return new Refusal(403, 'Resource not accessible by integration');
      if (!draft && isTaken(tag_name)) return new Refusal(422, 'Validation Failed: already_exists');
      lastId++;
      releases.push({
        ...{ id: lastId, tag_name, name, body: text, draft, make_latest: 'true', assets: [] },
        author: { login: 'github-actions[bot]' },
        html_url: `https://github.com/me/fork/releases/tag/${draft ? 'untagged-1' : tag_name}`,
        upload_url: `${uploadHost.url}/repos/me/fork/releases/${lastId}/assets{?name,label}`,
      });
      return releases.at(-1);
    }
    if (method === 'PATCH' && release) {
      if (body['draft'] === false && isTaken(release.tag_name)) {
        return new Refusal(422, 'Validation Failed: already_exists');
      }
      Object.assign(release, body, { html_url: `https://github.com/me/fork/releases/tag/${release.tag_name}` });
      return release;
    }
    if (method === 'DELETE' && release) return void releases.splice(releases.indexOf(release), 1);
    return null;
  }

  const isTaken = (tag: string) => releases.some(({ tag_name, draft }) => tag_name === tag && !draft);

  async function takeFile(url: URL, request: IncomingMessage): Promise<unknown> {
    const bytes = await buffer(request);
    const id = Number(/^\/repos\/me\/fork\/releases\/(\d+)\/assets$/.exec(url.pathname)?.[1]);
    const release = releases.find((candidate) => candidate.id === id);
    const name = url.searchParams.get('name') ?? '';
    if (!release || name === '') return null;
    if (release.assets.some((asset) => asset.name === name)) return new Refusal(422, 'already_exists');
    const asset = { name, state: 'uploaded', size: bytes.length, digest: `sha256:${sha256(bytes)}` };
    release.assets.push({ ...asset, bytes });
    return asset;
  }

  function answer(method: string, url: URL, body: Record<string, unknown>): unknown {
    if (method === 'GET' && url.pathname === '/repos/me/fork') return { has_issues: hasIssues, private: isPrivate };
    const path = url.pathname.replace(/^\/repos\/me\/fork\//, '');
    if (/^(releases|attestations)\b/.test(path)) return answerAboutReleases(method, path, url, body);
    const [, number, comments] = /^issues\/(\d+)(\/comments)?$/.exec(path) ?? [];
    const issue = issues.find((candidate) => candidate.number === Number(number));
    const { searchParams } = url;
    if (method === 'PUT' && path.startsWith('actions/workflows/')) return void enabled.push(path);
    if (method === 'GET' && path === 'actions/workflows/publish.yml/runs') {
      // What GitHub calls a status may also be how a run ended.
      const [status, event] = [searchParams.get('status'), searchParams.get('event')];
      const found = runs
        .map((run, id) => ({ ...run, id }))
        .filter((run) => status === null || status === 'completed' || run.status === status)
        .filter((run) => event === null || run.event === event)
        // GitHub lists the newest first.
        .sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
      return { workflow_runs: found.slice(0, Number(searchParams.get('per_page'))) };
    }
    const [, run] = /^actions\/runs\/(\d+)\/jobs$/.exec(path) ?? [];
    if (method === 'GET' && run !== undefined) {
      const jobs = Object.entries(runs[Number(run)]?.jobs ?? {});
      return { jobs: jobs.map(([name, conclusion]) => ({ name, conclusion })) };
    }
    const [, compared] = /^compare\/(.+)\.\.\.main$/.exec(path) ?? [];
    if (method === 'GET' && compared !== undefined) {
      return gone.includes(compared) ? null : { status: 'ahead' };
    }
    if (path.startsWith('issues') && !hasIssues) return GONE;
    if (method === 'GET' && path === 'issues') {
      // All of them are by who holds the token.
      if (searchParams.get('creator') !== 'github-actions[bot]') return [];
      return issues.filter(({ state }) => state === searchParams.get('state'));
    }
    if (method === 'POST' && path === 'issues') {
      const { title, labels } = body as { title: string; labels: string[] };
      const kept = labels.filter((label) => known.includes(label));
      issues.push({ number: issues.length + 1, state: 'open', title, labels: kept, comments: [] });
      return issues.at(-1);
    }
    if (method === 'POST' && issue && comments) return issue.comments.push(String(body['body']));
    if (method === 'PATCH' && issue) return (issue.state = String(body['state']));
    return null;
  }

  /** A host that answers who has the token. */
  const startHost = (respond: (method: string, url: URL, request: IncomingMessage) => Promise<unknown>) =>
    listen(
      createServer((request, response) => {
        void (async () => {
          if (request.headers.authorization !== 'Bearer a-token') return response.writeHead(401).end('{}');
          const { method = '', url: address = '' } = request;
          const url = new URL(address, 'http://localhost');
          const fault = faults.statusOf(`${method} ${url.pathname.replace('/repos/me/fork/', '')}`);
          const result = fault === undefined ? await respond(method, url, request) : new Refusal(fault, 'no');
          if (result === undefined) return response.writeHead(204).end();
          const status = result === null ? 404 : result instanceof Refusal ? result.status : 200;
          return response.writeHead(status).end(JSON.stringify(result));
        })();
      }),
    );
  const uploadHost = await startHost((_, url, request) => takeFile(url, request));
  const api = await startHost(async (method, url, request) => {
    const hasBody = method === 'POST' || method === 'PATCH';
    return answer(method, url, hasBody ? ((await json(request)) as Record<string, unknown>) : {});
  });
  return {
    url: api.url,
    issues,
    enabled,
    releases,
    faults,
    async [Symbol.asyncDispose]() {
      for (const host of [api, uploadHost, blobHost]) await host[Symbol.asyncDispose]();
    },
  };
}
