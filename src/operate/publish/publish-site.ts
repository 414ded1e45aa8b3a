import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { proofPaths } from '../../api/paths.ts';
import { sha256 } from '../../site/checksums.ts';
import { assertNotOfProject } from '../generate/generate-options.ts';
import { generateSite, type GenerateOptions } from '../generate/generate-site.ts';
import { setOutput } from '../github/github.ts';
import { hasPublished, lastBackUp } from '../github/published-before.ts';
import { isCloudflareSet } from '../hosts/cloudflare-api.ts';
import { cloudflarePages, type CloudflarePagesOptions } from '../hosts/cloudflare-pages.ts';
import { folderHost } from '../hosts/folder.ts';
import { gitHubPages } from '../hosts/github-pages.ts';
import { hasArchive, newVersion } from '../hosts/versions.ts';
import { SiteError } from '../../site/errors.ts';
import { CommandError, StoppedError } from '../terminal/command.ts';
import { annotate } from '../terminal/print.ts';
import { variable } from '../terminal/variable.ts';
import { backUpSite } from './back-up-site.ts';
import { publish, publishMirror } from './publish.ts';
import { publishAdvice } from './publish-options.ts';

export interface PublishSiteOptions extends Omit<GenerateOptions, 'recorded' | 'advice'> {
  readonly patience: number;
  readonly startOver: boolean;
  /** Whether to back up the live site now. Otherwise, it's backed up once a month. */
  readonly backUp: boolean;
  /** The folder to publish to, instead of another host. `out` isn't used then. */
  readonly dir?: string | undefined;
  /** Whether to publish to GitHub Pages: beside Cloudflare Pages, or alone if that isn't set up. */
  readonly gitHubPages: boolean;
  /**
   * Where to write the folders that the workflow's later jobs take: `mirror`, the files for GitHub Pages, and `backup`.
   * @default the current folder
   */
  readonly work?: string;
  /** @default the project that the environment names, and wrangler in another process */
  readonly cloudflare?: Pick<CloudflarePagesOptions, 'access' | 'upload'>;
}

/**
 * Publishes the next site to the hosts that the environment names. For the workflow's later jobs, sets these outputs:
 *
 * - `mode`: the hosts: `cloudflare`, `beside` (both), `alone` (GitHub Pages) or `folder`
 * - `live`: the URL of the site, even if the publish fails afterwards
 * - `backup`: `true` if the folder `backup` has a copy of the live site's archive
 * - `sha256sums`: the SHA-256 of the new site's `SHA256SUMS`, once the site is live and healthy at its own URL
 * - `function`: `tried`, or `untried` if the day's requests of the Pages Function are used up
 * - `pages` and `rates`: see `gitHubPages`
 */
export async function publishSite(options: PublishSiteOptions, signal: AbortSignal): Promise<void> {
  const { now, dir, witnesses, work = '.' } = options;
  const out = dir === undefined ? options.out : newVersion(dir, now);

  let address: string | null = null;
  const pages =
    options.gitHubPages && dir === undefined
      ? gitHubPages({ completeSite: () => address, folder: join(work, 'mirror') })
      : undefined;
  // If no host is set, the error says what Cloudflare Pages needs.
  const isAlone = pages !== undefined && !options.cloudflare && !isCloudflareSet();
  const host = dir !== undefined ? folderHost(dir) : isAlone ? pages : cloudflarePages({ now, ...options.cloudflare });
  const mirror = isAlone ? undefined : pages;
  setOutput('mode', dir !== undefined ? 'folder' : isAlone ? 'alone' : mirror ? 'beside' : 'cloudflare');

  const about = await publish(
    {
      ...options,
      // The site is checked at the server itself, because a proxy may not be set up yet.
      url: dir === undefined ? options.url : undefined,
      host,
      folder: out,
      hasPublished: async (signal) =>
        dir !== undefined ? hasArchive(dir) : isInWorkflow() && (await hasPublished(signal)),
      onLive: async ({ address: own, deployed }, signal) => {
        const url = options.url ?? own;
        if (!isAlone) address = url;
        setOutput('live', url);
        // Checked only here, because only the host knows the site's own URL.
        assertNotOfProject(witnesses, new URL(own).host);
        if (deployed) await backUpIfDue(deployed.url, options, signal);
      },
      build: (previous, url, signal) => {
        // A site below a path, as on GitHub Pages, doesn't know its URL.
        const known = isAlone || dir !== undefined ? options.url : url;
        const settings = { ...options, out, previous, url: known, recorded: false, advice: publishAdvice };
        return generateSite(settings, signal);
      },
      onPublished: (isFunctionTried) => {
        setOutput('function', isFunctionTried ? 'tried' : 'untried');
        setOutput('sha256sums', sha256(readFileSync(join(out, proofPaths.checksums))));
      },
    },
    signal,
  );
  if (!mirror) return;
  try {
    await publishMirror({ host: mirror, folder: out, about, now }, signal);
  } catch (error) {
    throw signal.aborted ? new StoppedError('Stopped. The new site is live, but the mirror isn’t updated.') : error;
  }
}

function isInWorkflow(): boolean {
  return variable('GITHUB_TOKEN') !== undefined;
}

/** Milliseconds for a backup, so that a slow one doesn't stop the publish. */
const BACKING_UP = 60_000;

/** Copies the archive of the live site for the branch of backups, if that has no commit of this month. */
async function backUpIfDue(
  live: string,
  { now, backUp, work = '.' }: PublishSiteOptions,
  signal: AbortSignal,
): Promise<void> {
  if (!isInWorkflow()) return;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(BACKING_UP)]);
  try {
    const last = (await lastBackUp(limit)) ?? '';
    if (!backUp && last.slice(0, 7) >= now.slice(0, 7)) return;
    const { rate_as_of } = await backUpSite(live, join(work, 'backup'), now, limit);
    setOutput('as_of', rate_as_of);
    setOutput('backup', 'true');
  } catch (error) {
    // The next run tries again.
    signal.throwIfAborted();
    if (!(limit.aborted || error instanceof CommandError || error instanceof SiteError)) throw error;
    annotate(`No backup: ${limit.aborted ? 'it took too long' : (error as Error).message}`);
  }
}
