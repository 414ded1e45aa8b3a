import { askGitHub } from './github.ts';

/** The environment of the job that deploys to GitHub Pages. */
const ENVIRONMENT = 'github-pages';

/** Number of newest deployments to look at. Failed runs add deployments, too. */
const DEPLOYMENTS = 30;

/**
 * When the last successful deployment to GitHub Pages began, ISO 8601 UTC; undefined if there was none among the newest.
 * Sources: https://docs.github.com/en/rest/deployments/deployments and …/statuses
 */
export async function lastDeployed(signal: AbortSignal): Promise<string | undefined> {
  const path = `deployments?environment=${ENVIRONMENT}&per_page=${DEPLOYMENTS}`;
  const deployments = (await askGitHub(signal, 'GET', path)) as { readonly id: number; readonly created_at: string }[];
  for (const { id, created_at } of deployments) {
    const statuses = (await askGitHub(signal, 'GET', `deployments/${id}/statuses?per_page=100`)) as {
      readonly state: string;
    }[];
    // After a later deployment, GitHub adds the status `inactive`.
    if (statuses.some(({ state }) => state === 'success')) return created_at;
  }
  return undefined;
}
