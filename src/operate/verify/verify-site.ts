import type { Instant } from '../../money/calendar.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { isHttpAddress } from '../../text/address.ts';
import { limitsOf } from '../../download/http/request-limits.ts';
import { paths, sourceFile } from '../../api/paths.ts';
import { parseOrigin } from '../../api/query/market-files.ts';
import { MAX_CHECKSUMS_BYTES } from '../../api/query/publish-log.ts';
import type { PublishEntry } from '../../api/documents/publish-entry.ts';
import { startPreview } from '../../site/serve/preview-server.ts';
import { sha256 } from '../../site/checksums.ts';
import { FileError, problemLines, type SiteProblem } from '../../text/site-problem.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { CommandError } from '../terminal/command.ts';
import { commitOfCode } from '../terminal/commit.ts';
import { checkResponses } from '../../site/check/check-responses.ts';
import { type Ask, askAt } from '../../site/check/get.ts';
import { checkPublishedSite, readPublishedSite } from './read-published-site.ts';
import { rebuildSite } from './rebuild-site.ts';
import { SiteFiles } from '../../site/site-files.ts';
import { print, printError } from '../terminal/print.ts';

export interface VerifyOptions {
  /** The site's base URL, or a folder with the same files. */
  readonly site: string;
  /** Seconds before problems of a served site are checked again, because a host may need time for a new version. */
  readonly patience: number;
  readonly now: Instant;
}

/**
 * Compares every file of a published site with its `SHA256SUMS`, rebuilds the site from its published data with this
 * code, and compares `SHA256SUMS` with the rebuilt site's. Then sends every kind of request to a served site, and compares
 * the responses with those of the rebuilt site. Prints what was compared. A problem of a served site counts only if it
 * remains after a pause, because a host may serve an old version beside a new one for some time.
 *
 * @throws {CommandError} if anything differs, or can't be compared
 */
export async function verifySite(options: VerifyOptions, signal: AbortSignal): Promise<void> {
  const readFiles = () => new SiteFiles(options.site, { signal, ...limitsOf.verification });
  const settle = pauseOnce(options.patience, signal);
  for (let files = readFiles(), left = MAX_REPEATS; ; left--) {
    try {
      await verify(files, options, settle, signal);
      return;
    } catch (error) {
      if (!(error instanceof CommandError) || !isHttpAddress(options.site) || left === 0) throw error;
      // Without any file, the site doesn't respond or isn't ours, so a pause wouldn't help.
      if (files.read.size === 0) throw error;
      await settle();
      const fresh = readFiles();
      if (!(await isChanged(files, fresh))) throw error;
      printError(`${files.place} was published again during the check. Verifying the new version.`);
      files = fresh;
    }
  }
}

/** Maximum number of restarts, one for each publish during the verification. */
const MAX_REPEATS = 2;

/**
 * Returns a function that waits as long as a host may need to serve a new version. Only its first call starts a pause.
 */
function pauseOnce(seconds: number, signal: AbortSignal): () => Promise<void> {
  let pause: Promise<void> | undefined;
  return () => {
    if (!pause && seconds > 0) printError(`Some responses are wrong. They are requested again in ${seconds} s.`);
    return (pause ??= wait(seconds * 1000, undefined, { signal }));
  };
}

/** Whether any file that was read has changed since. */
async function isChanged({ read }: SiteFiles, fresh: SiteFiles): Promise<boolean> {
  for (const [path, before] of read) {
    try {
      if (sha256(await fresh.bytes(path, MAX_CHECKSUMS_BYTES)) !== sha256(before)) return true;
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
    }
  }
  return false;
}

async function verify(
  files: SiteFiles,
  { site, now }: VerifyOptions,
  settle: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const stated = await readPublishedSite(files, now, signal);
  const { sums, published } = stated;
  const { newestEntry } = published;
  print(
    `${files.place}: rates of ${newestEntry.date}, made by ${codeOf(newestEntry)}, according to the site.`,
    `Publish log: ${published.publishLog.length} entries, since ${published.publishLog[0]?.date ?? ''}, ` +
      'each linked to the previous entry.',
    published.source
      ? `Source: ${sourceFile}, as fetched from ${newestEntry.source.url}.`
      : 'Source: not compared, because the site has no copy of the newest dataset.',
  );
  const isServed = isHttpAddress(site);
  /** Repeats a check with problems after the pause. */
  const settled = async <T extends { readonly problems: readonly SiteProblem[] }>(check: () => Promise<T>) => {
    const first = await check();
    if (first.problems.length === 0 || !isServed) return first;
    await settle();
    return await check();
  };
  const { problems: ofFiles, host } = await settled(() => checkPublishedSite(stated, signal));
  await using rebuilt = await rebuildSite(stated, signal);
  print(`Rebuilt: ${sums.size} files, ${rebuilt.problems.length} of them differ.`);
  // If rebuilt files differ, responses aren't compared, because another version of the code may be the reason, not the
  // host.
  const isSame = rebuilt.problems.length === 0;
  const responses = isServed && isSame ? await settled(() => compareResponses(rebuilt.folder)) : undefined;
  const compared =
    `Compared: all files${host ? ' of the site that this host has' : ''}` +
    (responses ? `, and ${responses.checks} responses.` : '.');
  const problems = [...ofFiles, ...rebuilt.problems, ...(responses?.problems ?? [])];
  if (problems.length > 0) {
    const meaning =
      isSame || isThisCode(newestEntry)
        ? `the site differs from its rebuilt site. ${compared}`
        : `the site says it was made by ${codeOf(newestEntry)}, but this is ${codeOf(thisCode())}. ${howToGetIt(newestEntry)}`;
    throw new CommandError(...problemLines(problems), `Not verified: ${meaning}`);
  }
  print(`Verified: ${files.place} is identical to its rebuilt site. ${compared}`);

  async function compareResponses(folder: string) {
    await using rebuilt = await startPreview(folder, 0);
    const [ask, like] = [site, rebuilt.url].map((url) => askAt(url, signal, { redirects: 0 })) as [Ask, Ask];
    // A host of files only has its own headers. An old site is compared at its own time.
    const { checked_at } = await files.document(paths.referenceRates, parseOrigin);
    return await checkResponses(ask, { now: new Date(checked_at), host, ...(!host && { like }) });
  }
}

type Code = Pick<PublishEntry, 'version' | 'commit'>;

function thisCode(): Code {
  return { version: packageJson.version, commit: commitOfCode() };
}

function isThisCode({ version, commit }: Code): boolean {
  const own = thisCode();
  return version === own.version && commit !== undefined && own.commit?.startsWith(commit) === true;
}

function codeOf({ version, commit }: Code): string {
  return `version ${version}, ${commit === undefined ? 'unknown commit' : `commit ${commit}`}`;
}

function howToGetIt({ commit }: Code): string {
  return commit === undefined
    ? 'The site names no commit to check out, so the reason for the differences isn’t known.'
    : `Check out that commit and verify again: git checkout ${commit} && npm ci`;
}
