import type { IsoDate } from '../../money/calendar.ts';
import { askGitHub, findAtGitHub, runsOf, WORKFLOW } from './github.ts';

/** The branch with the monthly backups. */
const BACKUP_BRANCH = 'archive';
/** The workflow's job that runs only after a publish was tried. In a repository without settings, it is skipped. */
const JOB = 'report';

/**
 * The time of the last backup, ISO 8601 UTC; undefined if there is none. A fork or another copy may have got the original
 * repository's branch. Its commit is older than the copy, so it doesn't count.
 *
 * Source: https://docs.github.com/en/rest/branches/branches#get-a-branch
 */
export async function lastBackUp(signal: AbortSignal): Promise<string | undefined> {
  const branch = (await findAtGitHub(signal, `branches/${BACKUP_BRANCH}`)) as
    { readonly commit: { readonly commit: { readonly committer: { readonly date: IsoDate } } } } | undefined;
  const date = branch?.commit.commit.committer.date;
  if (date === undefined) return undefined;
  const { created_at } = (await askGitHub(signal, 'GET', '')) as { readonly created_at: string };
  return date > created_at ? date : undefined;
}

/** Whether the workflow has published a site before: there is a backup, or one of the latest successful runs published. */
export async function hasPublished(signal: AbortSignal): Promise<boolean> {
  return (await lastBackUp(signal)) !== undefined || hasRunPublished(signal);
}

/**
 * Whether one of the latest successful runs published a site.
 *
 * @param until the end of the time in which these runs were created, ISO 8601 UTC
 */
export async function hasRunPublished(signal: AbortSignal, until?: string): Promise<boolean> {
  const created = until === undefined ? '' : `&created=${encodeURIComponent(`<=${until}`)}`;
  for (const { id } of await runsOf(signal, WORKFLOW, `status=success&per_page=30${created}`)) {
    const { jobs } = (await askGitHub(signal, 'GET', `actions/runs/${id}/jobs?per_page=100`)) as {
      jobs: { name: string; conclusion: string | null }[];
    };
    if (jobs.some(({ name, conclusion }) => name === JOB && conclusion === 'success')) return true;
  }
  return false;
}
