import { startGitHubPages } from '../../site/serve/github-pages-server.ts';
import { problemLine } from '../../text/site-problem.ts';
import { checkInstance } from '../../site/check/check-instance.ts';
import { readFilesOnly } from '../../site/check/files-only.ts';
import { askAt } from '../../site/check/get.ts';
import { CommandError } from '../terminal/command.ts';
import { print } from '../terminal/print.ts';

/**
 * Serves a mirror on this machine like GitHub Pages, and checks it as `npm run smoke` does. It is tested before it is
 * deployed, because GitHub Pages has no previews and no rollback.
 *
 * @throws {CommandError} if a check fails
 */
export async function testSiteMirror(mirror: string, now: string, signal: AbortSignal): Promise<void> {
  await using server = await startGitHubPages(mirror, '/mirror');
  const ask = askAt(server.url, signal);
  const host = await readFilesOnly(ask);
  if (!host) throw new CommandError(`${mirror} isn't a mirror.`);
  const { checks, problems } = await checkInstance(server.url, new Date(now), ask, host);
  if (problems.length > 0) {
    throw new CommandError(...problems.map(problemLine), `The mirror isn't healthy, so it isn't deployed.`);
  }
  print(`Tested the mirror in ${mirror}: ${checks} checks passed.`);
}
