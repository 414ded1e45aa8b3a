import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { type GitHubApiOptions, startGitHubApi } from '../../testing/servers/github-api.ts';
import { stubGitHub } from '../../testing/servers/issue-keeper.ts';
import { askGitHub } from './github.ts';
import { keepScheduleIssue, type Repository } from './schedule-issue.ts';

const run = 'https://github.com/me/fork/actions/runs/42';
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000 - 60_000).toISOString();
const { signal } = new AbortController();

let stdout: MockInstance<typeof process.stdout.write>;
const warnings = () => stdout.mock.calls.map(([line]) => String(line)).filter((line) => line.startsWith('::warning::'));
beforeEach(() => {
  stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => {
  stdout.mockRestore();
  vi.unstubAllEnvs();
});

/** Starts a fake GitHub with a repository. */
async function start(options: GitHubApiOptions) {
  const api = await startGitHubApi([], options);
  stubGitHub(api);
  return api;
}
const keep = async (outcome = 'success') => {
  const repository = (await askGitHub(signal, 'GET', '')) as Repository;
  await keepScheduleIssue({ signal, outcome, run, hasIssues: repository.has_issues }, repository);
};

describe('keepScheduleIssue (warns 45 days after a commit, because GitHub may stop the schedule after 60)', () => {
  it.each<[string, GitHubApiOptions]>([
    ['the latest commit is 44 days old', { createdAt: daysAgo(400), committedAt: daysAgo(44) }],
    [
      'the fork was made 44 days ago, even if its latest commit is older',
      { createdAt: daysAgo(44), committedAt: daysAgo(400) },
    ],
    ['the repository is private', { createdAt: daysAgo(400), committedAt: daysAgo(100), isPrivate: true }],
  ])('does nothing if %s', async (_, options) => {
    await using api = await start(options);
    await keep();
    expect([warnings(), api.issues]).toEqual([[], []]);
  });

  it('opens one issue after 45 days without a commit', async () => {
    const committedAt = daysAgo(45);
    await using api = await start({ createdAt: daysAgo(400), committedAt });
    for (let times = 0; times < 2; times++) await keep();
    const warning = '::warning::No commit for 45 days, and GitHub may disable the schedule after 60.';
    expect(warnings()).toEqual([`${warning} Opened issue #1.\n`, `${warning} Open: issue #1.\n`]);
    expect(api.issues).toMatchObject([
      {
        state: 'open',
        title: 'GitHub may stop the schedule: no commit for 45 days',
        body: expect.stringContaining(`no commit on the default branch since ${committedAt}.`) as string,
      },
    ]);
    expect(api.edits).toEqual([]);
  });

  it('closes the issue after a commit', async () => {
    const options = { createdAt: daysAgo(400), committedAt: daysAgo(50) };
    await using api = await start(options);
    await keep('failure');
    api.repository.committedAt = daysAgo(0);
    await keep('success');
    expect(api.issues).toMatchObject([{ state: 'closed', comments: [`There is a new commit: ${run}`] }]);
  });

  it('opens a new issue only 45 days after the next commit if a person closed the issue', async () => {
    await using api = await start({ createdAt: daysAgo(400), committedAt: daysAgo(100) });
    await keep();
    Object.assign(api.issues[0] ?? {}, { state: 'closed' });
    await keep();
    expect(api.issues).toHaveLength(1);
    api.repository.committedAt = daysAgo(46);
    await keep();
    expect(api.issues.map(({ state }) => state)).toEqual(['closed', 'open']);
  });

  it('prints the warning even if GitHub Issues are off', async () => {
    await using api = await start({ createdAt: daysAgo(400), committedAt: daysAgo(50), hasIssues: false });
    await keep();
    expect([warnings().length, api.issues]).toEqual([1, []]);
  });
});
