import { askGitHub, summarize, WORKFLOW } from './github.ts';
import { lastDeployed } from '../hosts/github-pages.ts';
import { patience } from './issue-kinds.ts';

/** What GitHub says about the repository and its runs that a person should look at. */
export interface RepositoryConcerns {
  /** No run has published for a day. */
  readonly failure: {
    /** The time of the last successful run or, if there is none, of the oldest of the latest hundred runs. */
    readonly since: string;
    readonly hasSucceeded: boolean;
  } | null;
  /** GitHub may soon disable the schedule. */
  readonly schedule: {
    /** The time of the latest commit or, if it's later, of the repository's creation. */
    readonly since: string;
    readonly days: number;
  } | null;
  /** The mirror on GitHub Pages hasn't been updated for a day, or never. */
  readonly mirror: {
    /** The time of the last update; null if there was none. */
    readonly since: string | null;
  } | null;
}

export interface Repository {
  readonly private: boolean;
  readonly has_issues: boolean;
  readonly created_at: string;
}

/** A canceled run counts as a failure, because GitHub cancels a run that takes too long. */
export async function failureConcern(signal: AbortSignal, outcome: string): Promise<RepositoryConcerns['failure']> {
  if (outcome === 'success') return null;
  const failure = await failingSince(signal);
  const hours = (Date.now() - Date.parse(failure.since)) / 3_600_000;
  if (hours >= patience.failingHours) return failure;
  summarize(
    `Publishing has failed for ${hours.toFixed(1)} hours. An issue is opened after ${patience.failingHours} hours.`,
  );
  return null;
}

async function failingSince(signal: AbortSignal): Promise<NonNullable<RepositoryConcerns['failure']>> {
  const runs = async (status: string, count: number) => {
    const path = `actions/workflows/${WORKFLOW}/runs?status=${status}&per_page=${count}`;
    return ((await askGitHub(signal, 'GET', path)) as { workflow_runs: { created_at: string }[] }).workflow_runs;
  };
  const [succeeded] = await runs('success', 1);
  if (succeeded) return { since: succeeded.created_at, hasSucceeded: true };
  const ended = await runs('completed', 100);
  return { since: ended.at(-1)?.created_at ?? new Date().toISOString(), hasSucceeded: false };
}

/**
 * Each run enables the workflow again, and each backup creates a tag. But GitHub doesn't document whether these actions
 * count as activity.
 */
export async function scheduleConcern(
  signal: AbortSignal,
  repository: Repository,
): Promise<RepositoryConcerns['schedule']> {
  const path = 'commits?per_page=1';
  const [latest] = (await askGitHub(signal, 'GET', path)) as { commit: { committer: { date: string } } }[];
  const committed = latest?.commit.committer.date ?? '';
  // All commits of a fork may be older than the fork.
  const since = committed > repository.created_at ? committed : repository.created_at;
  const days = Math.floor((Date.now() - Date.parse(since)) / 86_400_000);
  return !repository.private && days >= patience.idleDays ? { since, days } : null;
}

/** @param outcome the result of the mirror's job; empty if there is nothing to mirror */
export async function mirrorConcern(signal: AbortSignal, outcome: string): Promise<RepositoryConcerns['mirror']> {
  if (outcome === '' || outcome === 'success') return null;
  const since = (await lastDeployed(signal)) ?? null;
  const hours = since === null ? Infinity : (Date.now() - Date.parse(since)) / 3_600_000;
  if (hours >= patience.mirrorHours) return { since };
  summarize(
    `The mirror on GitHub Pages wasn’t updated. An issue is opened when that has lasted for ${patience.mirrorHours} hours.`,
  );
  return null;
}
