import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { startMirror } from '../src/testing/loopback-mirror.ts';
import { startGitHubApi } from '../src/testing/github-api.ts';

/** Runs the script as the workflow does: with plain Node and no package. */
async function runReport(api: string, outcome: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'report-outcome.ts')], {
    env: {
      GITHUB_API_URL: api,
      GITHUB_REPOSITORY: 'me/fork',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_RUN_ID: '42',
      GITHUB_TOKEN: 'a-token',
      OUTCOME: outcome,
    },
  });
  const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stderr };
}

const report = async (api: string, outcome: string) => (await runReport(api, outcome)).code;

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const run = (status: string, hours: number) => ({ status, created_at: hoursAgo(hours) });

describe('the report of a publish', () => {
  it('says nothing of a failure that is young', async () => {
    await using api = await startGitHubApi([run('success', 23), run('failure', 1)]);
    expect(await report(api.url, 'failure')).toBe(0);
    expect(api.issues).toEqual([]);
  });

  it('opens one issue when a failure has lasted a day, and no second one', async () => {
    await using api = await startGitHubApi([run('success', 25), run('failure', 24), run('failure', 1)]);
    await report(api.url, 'failure');
    await report(api.url, 'failure');
    expect(api.issues).toMatchObject([{ state: 'open', title: 'Nothing has been published for a day', comments: [] }]);
  });

  it('counts from the first failure where nothing ever succeeded', async () => {
    await using young = await startGitHubApi([run('failure', 3), run('failure', 1)]);
    await report(young.url, 'failure');
    expect(young.issues).toEqual([]);
    await using old = await startGitHubApi([run('failure', 30), run('failure', 1)]);
    await report(old.url, 'failure');
    expect(old.issues).toHaveLength(1);
  });

  it('closes the issue when publishing works again, and opens a new one another time', async () => {
    await using api = await startGitHubApi([run('success', 30), run('failure', 1)]);
    await report(api.url, 'failure');
    await report(api.url, 'success');
    expect(api.issues).toMatchObject([
      { state: 'closed', comments: ['Publishing works again: https://github.com/me/fork/actions/runs/42'] },
    ]);
    await report(api.url, 'success');
    expect(api.issues[0]?.comments).toHaveLength(1);
    await report(api.url, 'failure');
    expect(api.issues.map(({ state }) => state)).toEqual(['closed', 'open']);
  });

  it('counts a run that was cancelled, as one is that takes too long, like a failure', async () => {
    await using young = await startGitHubApi([run('success', 2), run('cancelled', 1)]);
    await report(young.url, 'cancelled');
    expect(young.issues).toEqual([]);
    await using old = await startGitHubApi([run('success', 100), run('cancelled', 1)]);
    await report(old.url, 'cancelled');
    expect(old.issues).toHaveLength(1);
    await using never = await startGitHubApi([run('cancelled', 30), run('cancelled', 1)]);
    await report(never.url, 'cancelled');
    expect(never.issues).toHaveLength(1);
  });

  it('keeps the schedule from being switched off, every time', async () => {
    await using api = await startGitHubApi([]);
    await report(api.url, 'success');
    expect(api.enabled).toEqual(['actions/workflows/publish.yml/enable']);
  });

  it('fails when GitHub refuses', async () => {
    await using api = await startGitHubApi([]);
    expect(await report(`${api.url}/nowhere`, 'success')).toBe(1);
  });

  it('quotes what GitHub says, on one line', async () => {
    await using api = await startMirror((response) => response.writeHead(403).end('no\n::error title=x::y\n'));
    const { code, stderr } = await runReport(new URL(api.url).origin, 'success');
    const call = 'PUT actions/workflows/publish.yml/enable';
    expect([code, stderr]).toEqual([1, `${call}: status 403: "no\\n::error title=x::y\\n"\n`]);
  });

  it('says in one line that GitHub gives no answer', async () => {
    const { code, stderr } = await runReport('http://127.0.0.1:1', 'success');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^PUT actions\S+: no answer: .*\n$/);
  });
});
