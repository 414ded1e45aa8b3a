import { execFile } from 'node:child_process';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { startPreview } from '../../site/serve/preview-server.ts';
import { serverOf, siteOf } from './running-server.ts';
import { CommandError, PublishFailure } from '../terminal/command.ts';
import { print } from '../terminal/print.ts';
import type { Deployed, Host } from './host.ts';
import { liveVersion, makeFolder, makeLive, removeOldVersions } from './versions.ts';

/** Milliseconds to wait until a server serves a new version, and between two requests. */
const [GOING_LIVE, PAUSE] = [30_000, 100];

/**
 * A folder on this machine with versions of a site. If `npm run serve` serves the folder, a version is live once the
 * server serves it. Otherwise, nothing is left to check, because any web server serves the checked files.
 */
export function folderHost(dir: string): Host {
  const deployedNow = (): Deployed | null => {
    const version = liveVersion(dir);
    return version === undefined ? null : { id: version, url: join(dir, version) };
  };

  /** @returns the server's URL; undefined if no server serves the folder */
  async function show(version: string, signal: AbortSignal): Promise<string | undefined> {
    makeLive(dir, version);
    const end = performance.now() + GOING_LIVE;
    for (;;) {
      const server = await serverOf(dir, signal);
      if (!server || (await siteOf(server, signal)) === version) return server?.url;
      if (performance.now() > end)
        throw new PublishFailure('deployment', `The server at ${server.url} doesn't serve ${version}. See its log.`);
      await wait(PAUSE, undefined, { signal });
    }
  }

  return {
    name: 'The folder',
    live: async (onEmpty, signal) => {
      makeFolder(dir);
      const deployed = deployedNow();
      if (!deployed) await onEmpty();
      const server = await serverOf(dir, signal);
      return { address: server?.url ?? pathToFileURL(join(dir, 'live')).href, deployed, clock: null };
    },
    upload: async (folder) => {
      const { url, [Symbol.asyncDispose]: dispose } = await startPreview(folder, 0);
      return { id: basename(folder), url, [Symbol.asyncDispose]: dispose };
    },
    promote: async (folder, _, before, signal) => {
      const now = deployedNow();
      if (now?.id !== before?.id) throw new CommandError(`${publishedElsewhere(now)} The new site wasn't published.`);
      await writeToDisk();
      const id = basename(folder);
      let url: string | undefined;
      try {
        url = await show(id, signal);
      } catch (error) {
        if (before && deployedNow()?.id === id) makeLive(dir, before.id);
        throw error;
      }
      await removeOldVersions(dir, before?.id);
      if (url !== undefined) return { id, url };
      print(`Published: ${join(dir, 'live')}`);
      return null;
    },
    rollBack: async (ours, before) => {
      if (!before) return 'There is no earlier version to roll back to. Fix the site and publish again.';
      const now = deployedNow();
      if (now?.id !== ours.id) return `${publishedElsewhere(now)} It stays live.`;
      await show(before.id, AbortSignal.timeout(GOING_LIVE));
      return `The new site was rolled back. ${before.url} is live again.`;
    },
  };
}

function publishedElsewhere(now: Deployed | null): string {
  return `Another publisher has meanwhile published ${now?.url ?? 'nothing'}, and the new site isn't built on it.`;
}

/** Without this, a power cut in the next seconds could leave a live version with empty files. */
async function writeToDisk(): Promise<void> {
  // Windows has no such command, and writes files early.
  if (process.platform !== 'win32') await promisify(execFile)('sync');
}
