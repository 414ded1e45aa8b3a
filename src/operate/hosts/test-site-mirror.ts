import { startPreview } from '../../site/serve/preview-server.ts';
import { problemLine } from '../../text/site-problem.ts';
import { check } from '../../site/check/check.ts';
import { checkResponses } from '../../site/check/check-responses.ts';
import { askAt } from '../../site/check/get.ts';
import { SiteFiles } from '../../site/site-files.ts';
import { CommandError } from '../terminal/command.ts';
import { print } from '../terminal/print.ts';

/**
 * Serves a mirror on this machine like GitHub Pages, and checks it as `npm run smoke` does. It is tested before it is
 * deployed, because GitHub Pages has no previews and no rollback.
 *
 * @throws {CommandError} if a check fails
 */
export async function testSiteMirror(mirror: string, now: string, signal: AbortSignal): Promise<void> {
  await using server = await startPreview(mirror, 0, { base: '/mirror' });
  const { problems: ofFiles, host } = await check(new SiteFiles(mirror), { signal });
  if (!host) throw new CommandError(`${mirror} isn't a mirror.`);
  const responses = await checkResponses(askAt(server.url, signal), { now: new Date(now), host });
  const problems = [...ofFiles, ...responses.problems];
  if (problems.length > 0) {
    throw new CommandError(...problems.map(problemLine), `The mirror isn't healthy, so it isn't deployed.`);
  }
  print(`Tested the mirror in ${mirror}: ${responses.checks} checks passed.`);
}
