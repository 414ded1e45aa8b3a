import { afterEach, beforeEach, vi } from 'vitest';
import type { Report } from '../../commands/github/github-issue.ts';
import { startGitHubApi } from './github-api.ts';

/** Sets the environment variables that make the code use a fake of GitHub. */
export function stubGitHub({ url }: { readonly url: string }): void {
  vi.stubEnv('GITHUB_API_URL', url);
  vi.stubEnv('GITHUB_REPOSITORY', 'me/fork');
  vi.stubEnv('GITHUB_TOKEN', 'a-token');
  vi.stubEnv('GITHUB_STEP_SUMMARY', '');
}

/** Starts a fake of GitHub for each test. Returns the fake, and a function that calls `keep` like a workflow run. */
export function issueKeeper(keep: (report: Report, output: string) => Promise<void>) {
  let api: Awaited<ReturnType<typeof startGitHubApi>>;
  let runs = 0;
  beforeEach(async () => {
    api = await startGitHubApi([]);
    runs = 0;
    stubGitHub(api);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await api[Symbol.asyncDispose]();
  });
  const { signal } = new AbortController();
  return {
    get api() {
      return api;
    },
    /** Calls `keep` with a new run and the publish job's output. An output that isn't a string is converted to JSON. */
    keep: (output: unknown, outcome = 'success') =>
      keep(
        { signal, outcome, run: `https://github.com/me/fork/actions/runs/${++runs}`, hasIssues: true },
        typeof output === 'string' ? output : JSON.stringify(output),
      ),
  };
}
