import { askGitHub, findAtGitHub, WORKFLOW } from './github.ts';

/** The branch with the monthly backups. */
export const BACKUP_BRANCH = 'archive';
/** The workflow's job that runs only after a publish was tried. In a repository without settings, it is skipped. */
const JOB = 'report';

/**
 * When the branch with the backups last got a commit, ISO 8601 UTC; undefined if there is no such branch.
 * Source: https://docs.github.com/en/rest/branches/branches#get-a-branch
 */
export async function lastBackUp(signal: AbortSignal): Promise<string | undefined> {
  const branch = (await findAtGitHub(signal, `branches/${BACKUP_BRANCH}`)) as
    { readonly commit: { readonly commit: { readonly committer: { readonly date: string } } } } | undefined;
  return branch?.commit.commit.committer.date;
}

/** Whether the workflow has published a site before: there is a backup, or one of the latest successful runs published. */
export async function hasPublished(signal: AbortSignal): Promise<boolean> {
  const { created_at } = (await askGitHub(signal, 'GET', '')) as { created_at: string };
  // A fork may have got the original repository's branch.
  if (((await lastBackUp(signal)) ?? '') > created_at) return true;
  const path = `actions/workflows/${WORKFLOW}/runs?status=success&per_page=30`;
  const { workflow_runs: runs } = (await askGitHub(signal, 'GET', path)) as { workflow_runs: { id: number }[] };
  for (const { id } of runs) {
    const { jobs } = (await askGitHub(signal, 'GET', `actions/runs/${id}/jobs?per_page=100`)) as {
      jobs: { name: string; conclusion: string | null }[];
    };
    if (jobs.some(({ name, conclusion }) => name === JOB && conclusion === 'success')) return true;
  }
  return false;
}
