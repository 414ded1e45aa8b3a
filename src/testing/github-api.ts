import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { listen } from '../preview/listen.ts';

interface Issue {
  readonly number: number;
  state: string;
  readonly labels: readonly string[];
  readonly title: string;
  readonly comments: string[];
}

/** For tests: a server on this machine that knows the few calls of GitHub's REST API which our workflow makes. */
export async function startGitHubApi(runs: readonly { created_at: string; status: string }[]) {
  const issues: Issue[] = [];
  const enabled: string[] = [];

  function answer(method: string, url: URL, body: Record<string, unknown>): unknown {
    const path = url.pathname.replace(/^\/repos\/me\/fork\//, '');
    const [, number, comments] = /^issues\/(\d+)(\/comments)?$/.exec(path) ?? [];
    const issue = issues.find((candidate) => candidate.number === Number(number));
    const { searchParams } = url;
    if (method === 'PUT' && path.startsWith('actions/workflows/')) return void enabled.push(path);
    if (method === 'GET' && path === 'actions/workflows/publish.yml/runs') {
      // What GitHub calls a status may also be how a run ended.
      const wanted = searchParams.get('status');
      const ofStatus = wanted === 'completed' ? runs : runs.filter(({ status }) => status === wanted);
      // GitHub lists the newest first.
      const newestFirst = ofStatus.toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1));
      return { workflow_runs: newestFirst.slice(0, Number(searchParams.get('per_page'))) };
    }
    if (method === 'GET' && path === 'issues') {
      const label = searchParams.get('labels') ?? '';
      return issues.filter(({ state, labels }) => state === searchParams.get('state') && labels.includes(label));
    }
    if (method === 'POST' && path === 'issues') {
      const { title, labels } = body as { title: string; labels: string[] };
      issues.push({ number: issues.length + 1, state: 'open', title, labels, comments: [] });
      return issues.at(-1);
    }
    if (method === 'POST' && issue && comments) return issue.comments.push(String(body['body']));
    if (method === 'PATCH' && issue) return (issue.state = String(body['state']));
    return null;
  }

  const server = createServer((request, response) => {
    void (async () => {
      if (request.headers.authorization !== 'Bearer a-token') return response.writeHead(401).end('{}');
      const { method = '', url = '' } = request;
      const body = method === 'GET' || method === 'PUT' ? {} : ((await json(request)) as Record<string, unknown>);
      const result = answer(method, new URL(url, 'http://localhost'), body);
      if (result === undefined) return response.writeHead(204).end();
      return response.writeHead(result === null ? 404 : 200).end(JSON.stringify(result));
    })();
  });
  return { ...(await listen(server)), issues, enabled };
}
