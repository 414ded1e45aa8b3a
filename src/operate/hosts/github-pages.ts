import { CommandError } from '../terminal/command.ts';
import { fetchFailure } from '../../http/fetch-failure.ts';
import { limitsOf } from '../../http/request-limits.ts';
import { askGitHub, findAtGitHub, setting } from '../github/github.ts';

/** The environment of the job that deploys to GitHub Pages. */
const ENVIRONMENT = 'github-pages';

/** Number of newest deployments to look at. Failed runs add deployments, too. */
const DEPLOYMENTS = 30;

export interface GitHubPages {
  /** URL of the repository's site, without a slash at the end. */
  readonly url: string;
  /** Whether a site is published there. False only if GitHub lists no deployment and the site responds with 404. */
  readonly isPublished: boolean;
}

/**
 * Finds the repository's site on GitHub Pages.
 *
 * @throws {CommandError} if GitHub Pages isn't set to GitHub Actions, or it isn't known whether a site is published
 */
export async function findGitHubPages(signal: AbortSignal): Promise<GitHubPages> {
  const site = (await findAtGitHub(signal, 'pages')) as
    { readonly html_url?: string | null; readonly build_type?: string | null } | undefined;
  if (site?.build_type !== 'workflow') {
    const state = site ? 'GitHub Pages publishes a branch of this repository' : 'GitHub Pages is switched off';
    throw new CommandError(
      `${state}. Under Settings, Pages, Build and deployment, choose the source GitHub Actions: ` +
        `${setting('GITHUB_SERVER_URL')}/${setting('GITHUB_REPOSITORY')}/settings/pages`,
    );
  }
  const url = (site.html_url ?? defaultAddress()).replace(/\/+$/, '');
  return { url, isPublished: (await lastDeployed(signal)) !== undefined || (await isThere(url, signal)) };
}

/** `https://me.github.io/fork`, or `https://me.github.io` for the repository `me.github.io`. */
function defaultAddress(): string {
  const [owner = '', name = ''] = setting('GITHUB_REPOSITORY').split('/');
  const host = `${owner.toLowerCase()}.github.io`;
  return `https://${host}${name.toLowerCase() === host ? '' : `/${name}`}`;
}

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

/**
 * Whether a site has any start page. GitHub forgets deployments if their environment is deleted, so the lack of a
 * deployment alone doesn't mean that nothing is published.
 *
 * @throws {CommandError} if the site responds with another status than 200 or 404, or doesn't respond
 */
async function isThere(url: string, signal: AbortSignal): Promise<boolean> {
  let problem: string;
  try {
    const response = await fetch(`${url}/`, {
      method: 'HEAD',
      signal: AbortSignal.any([signal, AbortSignal.timeout(limitsOf.service.timeout)]),
    });
    if (response.status === 404) return false;
    if (response.status === 200) return true;
    problem = `status ${response.status}`;
  } catch (error) {
    signal.throwIfAborted();
    problem = fetchFailure(error);
  }
  throw new CommandError(
    `${url} can't be read (${problem}), so it isn't known whether a site is published there. Nothing was published. ` +
      'Try again. If the site has a custom domain, check its DNS.',
  );
}
