import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '../../api/paths.ts';
import { problemLine } from '../../text/site-problem.ts';
import { assertDeployable } from './assert-deployable.ts';
import { check } from '../../site/check/check.ts';
import { checkResponses } from '../../site/check/check-responses.ts';
import { askAt } from '../../site/check/get.ts';
import { startPreview } from '../../site/serve/preview-server.ts';
import { SiteFiles } from '../../site/site-files.ts';
import { CommandError, StoppedError } from '../terminal/command.ts';
import { type FunctionHistory, functionHistory, functionNote } from '../hosts/function-quota.ts';
import { generateSite, type GenerateOptions } from '../generate/generate-site.ts';
import { assertNotOfProject } from '../generate/generate-options.ts';
import { setOutput } from '../github/github.ts';
import { goLive, rollBack } from '../hosts/go-live.ts';
import { CANDIDATE, deleteOld } from '../hosts/old-deployments.ts';
import type { PagesProject } from '../hosts/pages-project.ts';
import { print, printError } from '../terminal/print.ts';
import { publishAdvice } from './publish-options.ts';
import { type Check, type PollOptions, pollUntilHealthy } from './poll-until-healthy.ts';
import { upload as uploadWithWrangler } from '../hosts/upload.ts';

export interface PublishOptions extends Omit<GenerateOptions, 'previous' | 'recorded' | 'advice'> {
  readonly startOver: boolean;
  /**
   * URL of the site's mirror, or `unknown` if it isn't known whether there is a mirror. If the project has no live site
   * yet, the new site continues the mirror's archive.
   */
  readonly siteMirror?: string | undefined;
  /**
   * Maximum number of seconds to repeat the tests of a deployment, and to wait until it is live. A deployment doesn't
   * reach all of Cloudflare's locations at once.
   */
  readonly patience: number;
  /** @default wrangler in another process */
  readonly upload?: typeof uploadWithWrangler;
}

/** Milliseconds by which this machine's clock may differ from Cloudflare's. */
const MAX_CLOCK_ERROR = 3_600_000;

/**
 * Builds the new site on the data of the live site, tests it at a preview URL, makes it live, and tests it again. If a
 * step fails before the new site is live, the live site stays unchanged. If the new site fails the second test, it is
 * rolled back. For the workflow's later jobs, sets the outputs `live`, the live deployment's own URL before and after
 * publishing, and `sha256sums`, the SHA-256 of `SHA256SUMS` once the site is live.
 *
 * @throws {CommandError} if the site wasn't published, or is live with problems
 * @throws {StoppedError} if the command was stopped when it may already have changed something
 * @throws {UsageError} if a witness is the site's Cloudflare Pages project
 */
export async function publishSite(options: PublishOptions, project: PagesProject, signal: AbortSignal): Promise<void> {
  const { now, out, commit, patience, startOver, siteMirror, upload = uploadWithWrangler } = options;
  const { subdomain, production_branch: branch, canonical_deployment: live } = await project.open();
  assertRightClock(now, project.date);
  const url = options.url ?? `https://${subdomain}`;
  // Checked only here, because only Cloudflare knows the project's host.
  assertNotOfProject(options.witnesses, subdomain);
  if (live) setOutput('live', live.url);
  const continued = live?.url ?? siteMirror;
  if (!live) print('Nothing is published yet, so this is the first publish.');
  if (continued === 'unknown' && !startOver) {
    throw new CommandError(
      "It isn't known whether GitHub Pages has an archive to continue. Nothing was published. Fix what the step “Find " +
        `GitHub Pages” reports, or remove the variable PUBLISH_TO_GITHUB_PAGES. To start over, ${publishAdvice.toStartOver}.`,
    );
  }
  if (startOver && continued !== undefined) print(`Starting over: the data of ${continued} isn’t used.`);
  const previous = startOver ? undefined : continued;
  const generated = await generateSite({ ...options, url, previous, recorded: false, advice: publishAdvice }, signal);

  const settings = { project: project.name, commit };
  const rates = `Rates of ${generated.asOf}`;
  const nonce = `Publish ${randomUUID()}`;
  /** What to say about the site if the command is stopped. */
  let state = 'The live site is unchanged.';
  try {
    await assertDeployable(out, options.fileLimit, generated.previous, state, signal);
    // Deleted before the upload adds a deployment, because a project's number of deployments is limited.
    const history = functionHistory(await deleteOld(project, live?.id, now));
    const poll = { patience, references: history.references };
    await using local = await startPreview(out, 0);
    const like = askAt(local.url, signal);
    const test = (deployment: string) =>
      pollUntilHealthy(
        deployment,
        async (ask) => [
          ...(await check(new SiteFiles(deployment, { signal }), { isSample: true, signal })).problems,
          ...(await checkResponses(ask, { now: new Date(now), like })).problems,
        ],
        poll,
        signal,
      );

    const candidate = await upload(out, { ...settings, branch: CANDIDATE, message: rates }, signal);
    const tested = await test(candidate.url);
    if (tested.problems.length > 0) {
      throw new CommandError(
        ...tested.problems.map(problemLine),
        `The new site isn't healthy at ${candidate.url}. The live site is unchanged.`,
      );
    }
    print(`Tested at ${candidate.url}: all checks passed.`);

    state = 'The new site may be live, but wasn’t tested there. Run npm run smoke.';
    const message = `${rates}. ${functionNote(tested.isFunctionTried)}. ${nonce}`;
    const deploy = () => upload(out, { ...settings, branch, message }, signal);
    const published = await goLive({ project, before: live, nonce, deploy, patience }, signal);

    state = 'The new site is live, but wasn’t fully tested. Run npm run smoke.';
    const { problems } = await test(published.url);
    if (problems.length > 0) {
      // Printed now, because the rollback may take a while.
      printError(...problems.map(problemLine), `The site that is live now, ${published.url}, isn't healthy.`);
      throw new CommandError(await rollBack(published, live, project));
    }
    setOutput('live', published.url);
    setOutput('sha256sums', generated.sha256sums);

    state = `The new site is live, but wasn't tested at ${url}.`;
    await assertReached(url, options, poll, signal);
    print(`Published: ${url}`);
    if (!tested.isFunctionTried) assertSameDay(history, now);
  } catch (error) {
    const saysSo = error instanceof StoppedError || error instanceof CommandError;
    throw signal.aborted && !saysSo ? new StoppedError(`Stopped. ${state}`) : error;
  }
}

/**
 * Checks the URL that callers use. A request to this URL may pass through a domain's cache, firewall and rules before
 * Pages receives the request.
 *
 * @throws {CommandError} if a check fails at this URL
 */
async function assertReached(
  url: string,
  { now, out }: Pick<PublishOptions, 'now' | 'out'>,
  poll: PollOptions,
  signal: AbortSignal,
): Promise<void> {
  const path = `/${paths.referenceRates}`;
  const expected = readFileSync(join(out, paths.referenceRates));
  let warnings: readonly string[] = [];
  const check: Check = async (ask) => {
    const { response } = await ask(path);
    const report = await checkResponses(ask, { now: new Date(now) });
    ({ warnings } = report);
    return [
      ...(response?.bytes.equals(expected) ? [] : [{ path, problem: 'doesn’t have the new rates' }]),
      ...report.problems,
    ];
  };
  const { problems } = await pollUntilHealthy(url, check, poll, signal);
  if (problems.length > 0) {
    throw new CommandError(
      ...problems.map(problemLine),
      `The site is published and healthy at its own URL, but not at ${url}. Check DNS, proxies and caches in between.`,
    );
  }
  for (const warning of warnings) printError(`Warning: ${warning}`);
}

/**
 * @throws {CommandError} if all deployments since an earlier day have an untried Function. The used-up quota can't be
 * the reason, because the quota starts again at midnight UTC.
 */
function assertSameDay({ untriedSince }: FunctionHistory, now: string): void {
  if (untriedSince === undefined || untriedSince.slice(0, 10) === now.slice(0, 10)) return;
  throw new CommandError(
    `The site is published, but its Pages Function hasn't been tried since ${untriedSince}, because Cloudflare refuses ` +
      'requests to it. The daily quota starts again at midnight UTC, so this should have ended. Check what uses up the ' +
      "account's requests, or whether its Functions respond at all.",
  );
}

/** With a wrong clock, the site would seem to come from the future, and no later publish could build on it. */
function assertRightClock(now: string, theirs: string | null): void {
  if (Math.abs(Date.parse(now) - Date.parse(theirs ?? '')) <= MAX_CLOCK_ERROR) return;
  throw new CommandError(
    `This machine's clock is wrong: it shows ${now}, but Cloudflare's shows ${theirs ?? 'nothing'}. Nothing was published. Set the clock right.`,
  );
}
