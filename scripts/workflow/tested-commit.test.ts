import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startGitHubApi } from '../../src/testing/servers/github-api.ts';
import { readWorkflow, runStep } from '../../src/testing/process/workflows.ts';
import { runScript } from '../../src/testing/process/run-script.ts';
import { temporaryFolder } from '../../src/testing/process/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');

const environment = (api: string, output: string) => ({
  ...{ GITHUB_API_URL: api, GITHUB_REPOSITORY: 'me/fork', GITHUB_TOKEN: 'a-token' },
  ...{ GITHUB_SHA: 'newest', GITHUB_OUTPUT: output },
});

async function choose(api: string) {
  await using folder = temporaryFolder();
  const output = join(folder.path, 'output');
  const { code, stderr } = await runScript('workflow/tested-commit', [], environment(api, output));
  return { code, stderr, output: existsSync(output) ? readFileSync(output, 'utf8') : '' };
}

/** The workflow run of a push at the given hour. */
const push = (hour: number, head_sha: string, jobs: Record<string, string | null>) => ({
  ...{ event: 'push', head_sha, jobs, status: 'completed' },
  created_at: `2026-11-01T${String(hour).padStart(2, '0')}:00:00Z`,
});

describe('tested-commit.ts (chooses the commit to publish)', () => {
  it.each([
    [
      'the newest commit if it passed its tests',
      'newest',
      [push(2, 'newest', { 'test / check': 'success', publish: 'failure' })],
    ],
    [
      'the previous commit if the newest commit failed its tests',
      'before',
      [push(1, 'before', { 'test / check': 'success' }), push(2, 'newest', { 'test / check': 'failure' })],
    ],
    [
      'the previous commit while the newest commit is being tested',
      'before',
      [push(1, 'before', { 'test / check': 'success' }), push(2, 'newest', { 'test / check': null })],
    ],
    [
      'the previous commit if one of two test jobs of the newest commit failed',
      'before',
      [
        push(1, 'before', { 'test / a': 'success', 'test / b': 'success' }),
        push(2, 'newest', { 'test / a': 'success', 'test / b': 'failure' }),
      ],
    ],
    [
      'the newest commit if the publish workflow’s runs for pushes have no test jobs',
      'newest',
      [push(1, 'before', { publish: 'success' })],
    ],
    [
      'the newest commit if the publish workflow has never run for a push',
      'newest',
      [{ status: 'success', created_at: '2026-11-01T00:00:00Z' }],
    ],
  ])('outputs %s', async (_, commit, runs) => {
    await using api = await startGitHubApi(runs);
    expect(await choose(api.url)).toEqual({ code: 0, stderr: '', output: `commit=${commit}\n` });
  });

  it('ignores a tested commit that was removed from the branch main', async () => {
    const runs = [
      push(1, 'before', { test: 'success' }),
      push(2, 'withdrawn', { test: 'success' }),
      push(3, 'newest', { test: 'failure' }),
    ];
    await using api = await startGitHubApi(runs, { gone: ['withdrawn'] });
    expect(await choose(api.url)).toMatchObject({ code: 0, output: 'commit=before\n' });
  });

  it.each([
    [
      'no pushed commit passed its tests',
      [push(1, 'before', { test: 'failure' }), push(2, 'newest', { publish: 'success' })],
    ],
    ['the tests of the first push are still running', [push(2, 'newest', {})]],
  ])('fails if %s', async (_, runs) => {
    await using api = await startGitHubApi(runs);
    const { code, stderr, output } = await choose(api.url);
    expect([code, stderr, output]).toEqual([
      1,
      'None of the last 1 pushes to main has passed its tests. Nothing is published.\n',
      '',
    ]);
  });

  it('sends its requests through the proxy in the environment variable HTTP_PROXY', async () => {
    await using api = await startGitHubApi([]);
    await using folder = temporaryFolder();
    // The fake of GitHub also serves as the proxy, because a proxy gets the whole URL of an http: request.
    const { code, stderr } = await runStep(['publish.yml', 'publish', 'Choose the commit'], root, {
      ...environment('http://api.invalid', join(folder.path, 'output')),
      ...readWorkflow('publish.yml').env,
      HTTP_PROXY: api.url,
    });
    expect([code, stderr]).toEqual([0, '']);
  });

  it.each(['GITHUB_TOKEN', 'GITHUB_REPOSITORY', 'GITHUB_API_URL', 'GITHUB_SHA'])(
    'names the variable %s if it ends in a line break',
    async (name) => {
      const env = { ...environment('http://127.0.0.1:1', '/nowhere'), [name]: 'x\r\n' };
      const { code, stderr } = await runScript('workflow/tested-commit', [], env);
      expect(stderr).toBe(`${name} contains the character "\\r". Set it again without this character.\n`);
      expect(code).toBe(2);
    },
  );
});
