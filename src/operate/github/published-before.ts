import { askGitHub, findAtGitHub, runsOf, WORKFLOW } from './github.ts';

/** The branch with the monthly backups. */
const BACKUP_BRANCH = 'archive';
/** The workflow's job that runs only after a publish was tried. In a repository without settings, it is skipped. */
const JOB = 'report';

/**
 * The time of the last backup, ISO 8601 UTC; undefined if there is none.
 *
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
  for (const { id } of await runsOf(signal, WORKFLOW, 'status=success&per_page=30')) {
    const { jobs } = (await askGitHub(signal, 'GET', `actions/runs/${id}/jobs?per_page=100`)) as {
      jobs: { name: string; conclusion: string | null }[];
    };
    if (jobs.some(({ name, conclusion }) => name === JOB && conclusion === 'success')) return true;
  }
  return false;
}
