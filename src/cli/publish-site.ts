import { setTimeout as wait } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressBelow } from '../dataset/address.ts';
import { paths } from '../documents/paths.ts';
import { reachesFunction } from '../site/rule-files.ts';
import { functionRoutes } from '../site/routing-rules.ts';
import { assertDeployable } from './assert-deployable.ts';
import { type AnswerProblem, answerLine, checkInstance, conversion } from './check-instance.ts';
import { CommandError, StoppedError } from './command.ts';
import { compareWithFolder } from './compare-with-folder.ts';
import { generateSite, type GenerateOptions } from './generate-site.ts';
import { get } from './get.ts';
import { assertIndependentWitnesses } from './independent-witnesses.ts';
import type { Deployment, PagesProject } from './pages-project.ts';
import { CANDIDATE, DELETED_AT_ONCE, isCandidate, oldDeployments } from './old-deployments.ts';
import { annotate, print, tell } from './tell.ts';
import { upload, type Uploaded } from './upload.ts';

export interface PublishOptions extends Omit<GenerateOptions, 'previous' | 'recorded' | 'advice'> {
  /** Whether to begin without what the live site knows. */
  readonly anew: boolean;
  /** The commit that this code is, where that is known. */
  readonly commit?: string | undefined;
  /** Seconds until what was just deployed must answer as it should: it is not known everywhere at once. */
  readonly patience: number;
  /** Told, once the site is live, of the SHA-256 of its `SHA256SUMS`, where that is another one than was published. */
  readonly onNewChecksums?: (sha256sums: string) => void;
  /** Told which deployment is live, by an address of its own, under which no other one ever is: before, and after. */
  readonly onLive?: (url: string) => void;
}

const advice = {
  toBeginAnew: 'give --anew (in the workflow, "Begin without what the live site knows")',
  withoutRates: 'or name another mirror with --mirror',
};

/**
 * Writes the site on what the live one knows, tries it at an address that nobody is led to, makes it the live one, and
 * tries it there. What fails before the switch changes nothing; what fails after it is taken back.
 *
 * @throws {CommandError} when it was not published, or not all is well with what was
 * @throws {StoppedError} when it was told to stop where something may have changed
 * @throws {UsageError} when the site would be its own witness
 * @throws what {@link generateSite} throws
 */
export async function publishSite(options: PublishOptions, project: PagesProject, signal: AbortSignal): Promise<void> {
  const { subdomain, production_branch: branch, canonical_deployment: live } = await project.read();
  const url = options.url ?? `https://${subdomain}`;
  // Here, because only Cloudflare knows the project's host.
  assertIndependentWitnesses(options.witnesses, { sites: [url, live?.url], projectHost: subdomain });
  if (live) options.onLive?.(live.url);
  if (!live) print('Nothing is published yet: this is the first time.');
  else if (options.anew) print(`Begun anew: what ${live.url} knows does not count.`);
  const previous = options.anew ? undefined : live?.url;
  const { out, commit } = options;
  const {
    asOf,
    published: before,
    newChecksums,
  } = await generateSite({ ...options, url, previous, recorded: false, advice }, signal);
  const settings = { project: project.name, commit, message: `Rates of ${asOf}` };

  await stage('Stopped. What was up stays up.', signal, async () => {
    assertDeployable(out, options.fileLimit, before, 'What was up stays up.');
    const candidate = await upload(out, { ...settings, branch: CANDIDATE }, signal);
    const problems = await problemsOf(candidate.url, live, options, signal);
    if (problems.length > 0) {
      throw new CommandError(
        ...problems,
        `The site was tried at ${candidate.url}. It is not sound: what was up stays up.`,
      );
    }
    print(`Tried at ${candidate.url}: all is well.`);
    await assertStillLive(live, project);
  });
  const published = await goLive(live, project, () => upload(out, { ...settings, branch }, signal));
  await stage('Stopped. The new site is up, but not all of it was tried: npm run smoke.', signal, async () => {
    const problems = await problemsOf(published.url, live, options, signal);
    if (problems.length > 0) throw new CommandError(...problems, await takeBack(published, live, project));
  });
  options.onLive?.(published.url);
  if (newChecksums !== undefined) options.onNewChecksums?.(newChecksums);
  await stage('Stopped. The new site is up. Of old deployments some are left.', signal, () =>
    deleteOld(project, published, options.now),
  );
  await stage(`Stopped. The new site is up, but was not tried at ${url}.`, signal, () =>
    assertReached(url, live, options, signal),
  );
  print(`Published: ${url}`);
}

/** Does a part of the work; one that is told to stop in it says what that means. */
async function stage(stopped: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw signal.aborted && !(error instanceof StoppedError) ? new StoppedError(stopped) : error;
  }
}

/** @throws {CommandError} when what the new site was built on is live no more */
async function assertStillLive(live: Deployment | null | undefined, project: PagesProject): Promise<void> {
  const { canonical_deployment: now } = await project.read();
  if (now?.id === live?.id) return;
  throw new CommandError(
    `Meanwhile somebody else has published ${now?.url ?? 'nothing'}, of which this site knows nothing. It was not ` +
      'published: try again.',
  );
}

/**
 * The deployment that is live now. Cloudflare may have taken one whose upload ended in an error, such as a connection
 * that broke at the very end.
 *
 * @throws {CommandError} when what was up is still up
 */
async function goLive(
  before: Deployment | null | undefined,
  project: PagesProject,
  switchOver: () => Promise<Uploaded>,
): Promise<Uploaded> {
  try {
    return await switchOver();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const { canonical_deployment: now } = await project.read();
    if (!now || now.id === before?.id) throw error;
    tell(`Warning: live is ${now.url}, although its upload ended in an error.`);
    return now;
  }
}

async function takeBack(
  published: Uploaded,
  before: Deployment | null | undefined,
  project: PagesProject,
): Promise<string> {
  const fault = `The site that is live since now, ${published.url}, is not sound`;
  if (!before) return `${fault}, and there is none before it to go back to. Mend it and publish again.`;
  try {
    const { canonical_deployment: now } = await project.read();
    if (now?.id !== published.id)
      return `${fault}; but meanwhile somebody else has published ${now?.url ?? 'nothing'}.`;
    await project.rollBack(before);
    const { canonical_deployment: after } = await project.read();
    if (after?.id === before.id) return `${fault}: it was taken back. Live is ${before.url} again.`;
    return `${fault}. It was to be taken back, but live is ${after?.url ?? 'nothing'}: see to it in Cloudflare's dashboard.`;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return `${fault}, and could not be taken back (${error.message}): roll back to ${before.url} in Cloudflare's dashboard.`;
  }
}

/** What is wrong with a deployment, beside the folder that it was made from, a line each. */
async function problemsOf(
  url: string,
  live: Deployment | null | undefined,
  options: PublishOptions,
  signal: AbortSignal,
): Promise<string[]> {
  const problems = await settledProblems(live, options, signal, async () => {
    const report = await checkInstance(url, new Date(options.now), signal);
    return [...report.problems, ...(await compareWithFolder(url, options.out, signal))];
  });
  return problems.map(answerLine);
}

/**
 * The address that callers know may lead through more than Pages: a domain's own cache, firewall and rules.
 *
 * @throws {CommandError} when not all is well there
 */
async function assertReached(
  url: string,
  live: Deployment | null | undefined,
  options: PublishOptions,
  signal: AbortSignal,
): Promise<void> {
  const expected = readFileSync(join(options.out, paths.referenceRates));
  const old = { asked: `/${paths.referenceRates}`, message: 'does not have what was just published' };
  let warnings: readonly string[] = [];
  const problems = await settledProblems(live, options, signal, async () => {
    const rates = await get(addressBelow(url, paths.referenceRates), signal);
    const isNew = rates.failure === undefined && rates.bytes.equals(expected);
    const report = await checkInstance(url, new Date(options.now), signal);
    ({ warnings } = report);
    return [...(isNew ? [] : [old]), ...report.problems];
  });
  if (problems.length > 0) {
    throw new CommandError(
      ...problems.map(answerLine),
      `The site is published and sound at its own address, but not all is well at ${url}: see to what is in between.`,
    );
  }
  for (const warning of warnings) tell(`Warning: ${warning}`);
}

/** Milliseconds between two rounds of questions. */
const PAUSE = 2000;

/**
 * What is wrong once it has settled: it is looked for until nothing is, or the patience is over. Files, Function and rules
 * of what was just deployed may be known everywhere at different times.
 */
async function settledProblems(
  live: Deployment | null | undefined,
  { patience }: PublishOptions,
  signal: AbortSignal,
  look: () => Promise<readonly AnswerProblem[]>,
): Promise<readonly AnswerProblem[]> {
  const end = performance.now() + patience * 1000;
  for (;;) {
    const found = await look();
    const own = await withoutUsedUp(found, live, signal);
    if (own.length === 0 || performance.now() > end) {
      if (own.length < found.length) annotate(usedUp);
      return own;
    }
    await wait(PAUSE, undefined, { signal });
  }
}

const usedUp =
  'The Function does not answer, at the live site neither: its calls of the day are used up. Files were tried.';

/**
 * The problems that are a deployment's own. An account has so many calls of Functions a day, and once they are used up no
 * site's Function answers, the live one's neither: that must not keep new rates back, which are files.
 */
async function withoutUsedUp(
  problems: readonly AnswerProblem[],
  live: Deployment | null | undefined,
  signal: AbortSignal,
): Promise<readonly AnswerProblem[]> {
  const isFunctions = ({ asked }: AnswerProblem) =>
    reachesFunction(functionRoutes, new URL(asked, 'http://localhost').pathname);
  if (!live || !problems.some(isFunctions)) return problems;
  const answer = await get(addressBelow(live.url, conversion), signal);
  // With a project that is set to fail open a file would answer, which is not there; else Cloudflare's error 1027.
  const isUsedUp = answer.failure === undefined && [404, 429].includes(answer.response.status);
  return isUsedUp ? problems.filter((problem) => !isFunctions(problem)) : problems;
}

/** Deletes old deployments, the oldest first. That some are left fails nothing: the next run goes on. */
async function deleteOld(project: PagesProject, { id: live }: Uploaded, now: string): Promise<void> {
  try {
    const old = oldDeployments(await project.deployments(), now).filter(({ id }) => id !== live);
    const refusals: string[] = [];
    for (const deployment of old.slice(0, DELETED_AT_ONCE)) {
      // One that cannot be deleted, such as one with an alias, keeps no other.
      await project.delete(deployment, isCandidate(deployment)).catch((error: unknown) => {
        if (!(error instanceof CommandError)) throw error;
        refusals.push(error.message);
      });
    }
    const done = Math.min(old.length, DELETED_AT_ONCE) - refusals.length;
    if (done > 0) print(`Deleted ${done} of ${old.length} old deployments.`);
    const [first] = refusals;
    if (first !== undefined) tell(`Warning: ${refusals.length} old deployments could not be deleted: ${first}`);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    tell(`Warning: old deployments could not be deleted: ${error.message}`);
  }
}
