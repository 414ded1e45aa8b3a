import { afterEach, describe, expect, it, vi } from 'vitest';
import { type GitHubApiOptions, startGitHubApi, stubGitHub } from '../../testing/servers/github-api.ts';
import { askGitHub } from './github.ts';
import { failureConcern, mirrorConcern, type Repository, scheduleConcern } from './repository-concerns.ts';

const { signal } = new AbortController();
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000 - 60_000).toISOString();
const daysAgo = (days: number) => hoursAgo(days * 24);

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('failureConcern (reports a day of failed publishes)', () => {
  it.each([
    ['null if the publish succeeded', 'success', { success: 48 }, null],
    ['null during the first day of failures', 'failure', { success: 23, failure: 1 }, null],
    ['the last success after a day of failures', 'failure', { success: 25, failure: 24 }, true],
    ['the last success after a day of canceled runs', 'cancelled', { success: 25, cancelled: 24 }, true],
    ['null during the first day if no run ever succeeded', 'failure', { failure: 3, cancelled: 1 }, null],
    ['the first failure after a day if no run ever succeeded', 'failure', { failure: 25, cancelled: 1 }, false],
  ])('returns %s', async (_, outcome, hours, hasSucceeded) => {
    const runs = Object.entries(hours).map(([status, ago]) => ({ status, created_at: hoursAgo(ago) }));
    await using api = await startGitHubApi(runs);
    stubGitHub(api);
    const expected = hasSucceeded === null ? null : { since: runs[0]?.created_at, hasSucceeded };
    expect(await failureConcern(signal, outcome)).toEqual(expected);
  });
});

describe('scheduleConcern (warns 45 days after a commit, because GitHub may stop the schedule after 60)', () => {
  const old = daysAgo(400);
  it.each<[string, GitHubApiOptions, number | null]>([
    ['null if the latest commit is 44 days old', { createdAt: old, committedAt: daysAgo(44) }, null],
    [
      'null if the fork was made 44 days ago, even if its latest commit is older',
      { createdAt: daysAgo(44), committedAt: old },
      null,
    ],
    ['null if the repository is private', { createdAt: old, committedAt: daysAgo(100), isPrivate: true }, null],
    ['the latest commit after 45 days', { createdAt: old, committedAt: daysAgo(45) }, 45],
  ])('returns %s', async (_, options, days) => {
    await using api = await startGitHubApi([], options);
    stubGitHub(api);
    const repository = (await askGitHub(signal, 'GET', '')) as Repository;
    const expected = days === null ? null : { since: options.committedAt, days };
    expect(await scheduleConcern(signal, repository)).toEqual(expected);
  });
});

describe('mirrorConcern (reports a mirror on GitHub Pages that hasn’t been updated for a day)', () => {
  const old = hoursAgo(25);
  const deployed = (created_at: string, ...states: string[]) => ({ created_at, states });
  it.each<[string, string, GitHubApiOptions['deployments'], { since: string | null } | null]>([
    ['null without a mirror', '', [], null],
    ['null if the mirror was updated', 'success', [], null],
    ['null during the first day of failures', 'failure', [deployed(hoursAgo(23), 'success')], null],
    [
      'the last update after a day of failures',
      'failure',
      [deployed(hoursAgo(1), 'failure'), deployed(old, 'inactive', 'success'), deployed(hoursAgo(30), 'success')],
      { since: old },
    ],
    ['no time at once if the mirror was never updated', 'failure', [deployed(hoursAgo(1), 'failure')], { since: null }],
  ])('returns %s', async (_, outcome, deployments = [], expected) => {
    await using api = await startGitHubApi([], { deployments });
    stubGitHub(api);
    expect(await mirrorConcern(signal, outcome)).toEqual(expected);
  });
});
