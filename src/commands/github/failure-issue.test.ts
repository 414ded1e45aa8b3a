import { afterEach, describe, expect, it, vi } from 'vitest';
import { startGitHubApi } from '../../testing/servers/github-api.ts';
import { stubGitHub } from '../../testing/servers/issue-keeper.ts';
import { keepFailureIssue } from './failure-issue.ts';

const runUrl = 'https://github.com/me/fork/actions/runs/42';
const run = (status: string, hoursAgo: number) => ({
  status,
  created_at: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
});

/** Starts a fake GitHub with the given workflow runs and repository labels. */
async function start(...[runs, options]: Parameters<typeof startGitHubApi>) {
  const api = await startGitHubApi(runs, options);
  stubGitHub(api);
  return api;
}
const keep = (outcome: string) =>
  keepFailureIssue({ signal: new AbortController().signal, outcome, run: runUrl, hasIssues: true });

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('keepFailureIssue (opens an issue after a day of failed publishes)', () => {
  it('opens no issue during the first day of failures', async () => {
    await using api = await start([run('success', 23), run('failure', 1)]);
    await keep('failure');
    expect(api.issues).toEqual([]);
  });

  it.each(['failure', 'cancelled'])(
    'opens one issue if all runs of the past day ended with the status “%s”',
    async (outcome) => {
      await using api = await start([run('success', 25), run(outcome, 24), run(outcome, 1)]);
      for (let times = 0; times < 2; times++) await keep(outcome);
      expect(api.issues).toMatchObject([{ state: 'open', title: 'Publishing has failed for a day', comments: [] }]);
      expect(api.edits).toEqual([]);
    },
  );

  it('opens the issue a day after the first failure if no run ever succeeded', async () => {
    await using young = await start([run('failure', 3), run('failure', 1)]);
    await keep('failure');
    expect(young.issues).toEqual([]);
    await using old = await start([run('failure', 30), run('failure', 1)]);
    await keep('failure');
    expect(old.issues).toMatchObject([{ body: expect.stringContaining('has succeeded yet.') as string }]);
  });

  it('closes the issue if a run succeeds', async () => {
    const runs = [run('success', 30), run('failure', 1)];
    await using api = await start(runs);
    await keep('failure');
    await keep('success');
    await keep('success');
    expect(api.issues).toMatchObject([{ state: 'closed', comments: [`Publishing works again: ${runUrl}`] }]);
    await keep('failure');
    expect(api.issues.map(({ state }) => state)).toEqual(['closed', 'open']);
  });

  it('after a person has closed the issue, opens another issue only if a publish has succeeded since', async () => {
    const runs = [run('success', 50), run('failure', 1)];
    await using api = await start(runs);
    await keep('failure');
    Object.assign(api.issues[0] ?? {}, { state: 'closed' });
    await keep('failure');
    expect(api.issues).toHaveLength(1);
    runs.push(run('success', 25));
    await keep('failure');
    expect(api.issues.map(({ state }) => state)).toEqual(['closed', 'open']);
  });

  it('never opens a second issue if no run ever succeeded and a person closed the first issue', async () => {
    const runs = [run('failure', 200), run('failure', 1)];
    await using api = await start(runs);
    await keep('failure');
    Object.assign(api.issues[0] ?? {}, { state: 'closed' });
    // The oldest run leaves the list, because GitHub lists only the latest hundred runs.
    runs.shift();
    runs.push(run('failure', 100));
    await keep('failure');
    expect(api.issues).toHaveLength(1);
  });

  it('recognizes its own issue even if the repository lacks the label for it', async () => {
    await using api = await start([run('success', 30)], { labels: [] });
    for (let times = 0; times < 2; times++) await keep('failure');
    expect(api.issues).toMatchObject([{ state: 'open', labels: [] }]);
    await keep('success');
    expect(api.issues).toMatchObject([{ state: 'closed' }]);
  });
});
