import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '../../api/paths.ts';
import { fetchFailure } from '../../download/http/fetch-failure.ts';
import { limitsOf } from '../../download/http/request-limits.ts';
import { sha256 } from '../../site/checksums.ts';
import { startPreview } from '../../site/serve/preview-server.ts';
import { findAtGitHub, setOutput, setting } from '../github/github.ts';
import { lastDeployed } from '../github/pages-deployments.ts';
import { PublishFailure } from '../terminal/command.ts';
import type { Host } from './host.ts';
import { makeSiteMirror } from './make-site-mirror.ts';

export interface GitHubPagesOptions {
  /** URL of the complete site; null if there is none. */
  readonly completeSite: () => string | null;
  /** The folder for the files that the workflow deploys. */
  readonly folder: string;
}

/**
 * The repository's site on GitHub Pages, which has a site's files, but no rules and no Function. GitHub deploys only what
 * an action has uploaded, so `promote` hands the tested folder to the workflow's job `pages`, by the outputs `pages` and
 * `rates`, the SHA-256 of its `api/v1/rates.json`.
 */
export function gitHubPages({ completeSite, folder }: GitHubPagesOptions): Host {
  return {
    name: 'GitHub Pages',
    live: async (onEmpty, signal) => {
      const address = await findAddress(signal);
      const isPublished = (await lastDeployed(signal)) !== undefined || (await isThere(address, signal));
      if (!isPublished) await onEmpty();
      // A new query avoids a copy in a cache, which may be of an earlier version.
      const url = `${address}?at=${Date.now()}`;
      return { address, deployed: isPublished ? { id: address, url } : null, clock: null };
    },
    upload: async (site) => {
      const repository = `${setting('GITHUB_SERVER_URL')}/${setting('GITHUB_REPOSITORY')}`;
      makeSiteMirror(site, folder, { completeSite: completeSite(), repository });
      const { url, [Symbol.asyncDispose]: dispose } = await startPreview(folder, 0);
      return { id: folder, url, [Symbol.asyncDispose]: dispose };
    },
    promote: () => {
      setOutput('rates', sha256(readFileSync(join(folder, paths.referenceRates))));
      setOutput('pages', 'true');
      return Promise.resolve(null);
    },
    rollBack: () => Promise.resolve('GitHub Pages keeps no earlier version. Fix the site and publish again.'),
  };
}

/** @throws {PublishFailure} if the repository's site on GitHub Pages isn't set to GitHub Actions */
async function findAddress(signal: AbortSignal): Promise<string> {
  const site = (await findAtGitHub(signal, 'pages')) as
    { readonly html_url?: string | null; readonly build_type?: string | null } | undefined;
  if (site?.build_type === 'workflow') return (site.html_url ?? defaultAddress()).replace(/\/+$/, '');
  const state = site ? 'GitHub Pages publishes a branch of this repository' : 'GitHub Pages is switched off';
  const settings = `${setting('GITHUB_SERVER_URL')}/${setting('GITHUB_REPOSITORY')}/settings/pages`;
  throw new PublishFailure('pages', `${state}. Choose the source GitHub Actions: ${settings}`);
}

/** `https://me.github.io/fork`, or `https://me.github.io` for the repository `me.github.io`. */
function defaultAddress(): string {
  const [owner = '', name = ''] = setting('GITHUB_REPOSITORY').split('/');
  const host = `${owner.toLowerCase()}.github.io`;
  return `https://${host}${name.toLowerCase() === host ? '' : `/${name}`}`;
}

/**
 * Whether a site has any start page. GitHub forgets deployments if their environment is deleted, so the lack of a
 * deployment alone doesn't mean that nothing is published.
 *
 * @throws {PublishFailure} if the site responds with another status than 200 or 404, or doesn't respond
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
  throw new PublishFailure(
    'pages',
    `${url} can't be read (${problem}), so it isn't known whether a site is published there. If the site has a custom domain, check its DNS.`,
  );
}
