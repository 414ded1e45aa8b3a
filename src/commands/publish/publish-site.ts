import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '../../api/paths.ts';
import { problemLine } from '../../text/site-problem.ts';
import { filesBelow } from '../../site/files-below.ts';
import { assertDeployable } from './assert-deployable.ts';
import { checkInstance, type ResponseProblem } from '../published/check-instance.ts';
import { CommandError, StoppedError } from '../terminal/command.ts';
import { compareWithFolder, sampleOf } from '../published/compare-with-folder.ts';
import { type FunctionHistory, functionHistory, functionNote, withoutUsedUp } from './function-quota.ts';
import type { Advice } from '../../publish/publish-error.ts';
import { generateSite, type GenerateOptions } from '../generate/generate-site.ts';
import type { Ask } from '../published/get.ts';
import { goLive, rollBack } from './go-live.ts';
import { assertIndependentWitnesses } from '../generate/independent-witnesses.ts';
import { CANDIDATE, deleteOld } from './old-deployments.ts';
import type { PagesProject } from './pages-project.ts';
import { annotate, print, printError } from '../terminal/print.ts';
import { settledProblems } from './trial.ts';
import { upload } from './upload.ts';

export interface PublishOptions extends Omit<GenerateOptions, 'previous' | 'recorded' | 'advice'> {
  readonly startOver: boolean;
  /**
   * Maximum number of seconds to repeat the tests of a deployment, and to wait until it is live. A deployment doesn't
   * reach all of Cloudflare's locations at once.
   */
  readonly patience: number;
  /** Called with the SHA-256 of `SHA256SUMS` once the site is live. */
  readonly onChecksums?: (sha256sums: string) => void;
  /** Called with the live deployment's own URL, before and after publishing. */
  readonly onLive?: (url: string) => void;
}

const advice: Advice = {
  toStartOver: 'use --start-over (in the workflow, "Start over without the live site’s data")',
  withoutRates: 'or name another mirror with --mirror',
  toChangeSource: 'use --new-source (in the workflow, "Continue with another source")',
};

/** Milliseconds by which this machine's clock may differ from Cloudflare's. */
const MAX_CLOCK_ERROR = 3_600_000;

/**
 * Builds the new site on the data of the live site, tests it at a preview URL, makes it live, and tests it again. If a
 * step fails before the new site is live, the live site stays unchanged. If the new site fails the second test, it is
 * rolled back.
 *
 * @throws {CommandError} if the site wasn't published, or is live with problems
 * @throws {StoppedError} if the command was stopped when it may already have changed something
 * @throws {UsageError} if a witness is the site itself or its source
 */
export async function publishSite(options: PublishOptions, project: PagesProject, signal: AbortSignal): Promise<void> {
  const { subdomain, production_branch: branch, canonical_deployment: live } = await project.open();
  assertRightClock(options.now, project.date);
  const url = options.url ?? `https://${subdomain}`;
  // Checked only here, because a witness must not be the project's own host, which only Cloudflare knows.
  assertIndependentWitnesses(options.witnesses, {
    ...{ sites: [url, live?.url], projectHost: subdomain },
    ...{ source: options.source, mirrors: options.mirrors },
  });
  if (live) options.onLive?.(live.url);
  if (!live) print('Nothing is published yet, so this is the first publish.');
  else if (options.startOver) print(`Starting over: the data of ${live.url} isn’t used.`);
  const previous = options.startOver ? undefined : live?.url;
  const { out, commit, patience } = options;
  const generated = await generateSite({ ...options, url, previous, recorded: false, advice }, signal);

  const settings = { project: project.name, commit };
  const rates = `Rates of ${generated.asOf}`;
  const sample = sampleOf(filesBelow(out).map(({ path }) => path));
  const { history, isFunctionTried } = await stage('The live site is unchanged.', signal, async () => {
    await assertDeployable(out, options.fileLimit, generated.previous, 'The live site is unchanged.', signal);
    // Deleted before the upload adds a deployment, because a project's number of deployments is limited.
    const history = functionHistory(await deleteOld(project, live?.id, options.now));
    const candidate = await upload(out, { ...settings, branch: CANDIDATE, message: rates }, signal);
    const { problems, isFunctionTried } = await tryAt(candidate.url, { ...options, sample, ...history }, signal);
    if (problems.length > 0) {
      throw new CommandError(
        ...problems.map(problemLine),
        `The new site isn't healthy at ${candidate.url}. The live site is unchanged.`,
      );
    }
    print(`Tested at ${candidate.url}: all checks passed.`);
    return { history, isFunctionTried };
  });

  const nonce = `Publish ${randomUUID()}`;
  const message = `${rates}. ${functionNote(isFunctionTried)}. ${nonce}`;
  const published = await stage('The new site may be live, but wasn’t tested there. Run npm run smoke.', signal, () => {
    const deploy = () => upload(out, { ...settings, branch, message }, signal);
    return goLive({ project, before: live, nonce, deploy, patience }, signal);
  });
  const { problems } = await stage('The new site is live, but wasn’t fully tested. Run npm run smoke.', signal, () =>
    tryAt(published.url, { ...options, sample, ...history }, signal),
  );
  if (problems.length > 0) {
    // Printed now, because the rollback may take a while.
    printError(...problems.map(problemLine), `The site that is live now, ${published.url}, isn't healthy.`);
    throw new CommandError(await rollBack(published, live, project));
  }
  options.onLive?.(published.url);
  options.onChecksums?.(generated.sha256sums);
  await stage(`The new site is live, but wasn't tested at ${url}.`, signal, () =>
    assertReached(url, { ...options, ...history }, signal),
  );
  print(`Published: ${url}`);
  if (!isFunctionTried) assertSameDay(history, options.now);
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

/** Runs one stage of a publish. If the command is stopped during the stage, the error describes the site's state. */
async function stage<T>(state: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const saysSo = error instanceof StoppedError || error instanceof CommandError;
    throw signal.aborted && !saysSo ? new StoppedError(`Stopped. ${state}`) : error;
  }
}

type TrialOptions = Pick<PublishOptions, 'now' | 'out' | 'patience'> & Pick<FunctionHistory, 'references'>;

/** Compares a deployment with the folder that was uploaded. */
async function tryAt(url: string, trial: TrialOptions & { readonly sample: readonly string[] }, signal: AbortSignal) {
  return settled(url, trial, signal, async (ask) => {
    const report = await checkInstance(url, new Date(trial.now), ask);
    return [...report.problems, ...(await compareWithFolder(ask, trial.out, trial.sample))];
  });
}

/**
 * Checks the URL that callers use. A request to this URL may pass through a domain's cache, firewall and rules before
 * Pages receives the request.
 *
 * @throws {CommandError} if a check fails at this URL
 */
async function assertReached(url: string, trial: TrialOptions, signal: AbortSignal): Promise<void> {
  const asked = `/${paths.referenceRates}`;
  const expected = readFileSync(join(trial.out, paths.referenceRates));
  let warnings: readonly string[] = [];
  const { problems } = await settled(url, trial, signal, async (ask) => {
    const rates = await ask(asked);
    const isNew = rates.failure === undefined && rates.response.bytes.equals(expected);
    const report = await checkInstance(url, new Date(trial.now), ask);
    ({ warnings } = report);
    return [...(isNew ? [] : [{ path: asked, problem: 'doesn’t have the new rates' }]), ...report.problems];
  });
  if (problems.length > 0) {
    throw new CommandError(
      ...problems.map(problemLine),
      `The site is published and healthy at its own URL, but not at ${url}. Check DNS, proxies and caches in between.`,
    );
  }
  for (const warning of warnings) printError(`Warning: ${warning}`);
}

/** Checks an instance until its responses settle. Removes problems that are only due to the used-up daily quota. */
async function settled(
  url: string,
  { patience, references }: TrialOptions,
  signal: AbortSignal,
  look: (ask: Ask) => Promise<readonly ResponseProblem[]>,
): Promise<{ readonly problems: readonly ResponseProblem[]; readonly isFunctionTried: boolean }> {
  let excused = 0;
  const problems = await settledProblems(
    url,
    async (ask, stop) => {
      const found = await look(ask);
      const own = await withoutUsedUp(found, references, stop);
      excused = found.length - own.length;
      return own;
    },
    patience,
    signal,
  );
  if (excused > 0) annotate(usedUp);
  return { problems, isFunctionTried: excused === 0 };
}

const usedUp =
  'The Pages Function wasn’t tested: today’s Function requests of the account are used up. They are renewed at midnight UTC. Static files were tested.';
