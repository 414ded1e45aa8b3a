import { setTimeout as wait } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressBelow } from '../dataset/address.ts';
import { paths } from '../documents/paths.ts';
import { assertDeployable } from './assert-deployable.ts';
import { checkInstance } from './check-instance.ts';
import { CommandError, StoppedError } from './command.ts';
import { compareWithFolder } from './compare-with-folder.ts';
import { generateSite, type GenerateOptions } from './generate-site.ts';
import { get } from './get.ts';
import type { Deployment, PagesProject } from './pages-project.ts';
import { print, tell } from './tell.ts';
import { upload, type Uploaded } from './upload.ts';

export interface PublishOptions extends Omit<GenerateOptions, 'previous' | 'recorded'> {
  /** Whether to begin without what the live site knows. */
  readonly anew: boolean;
  /** The commit that this code is, where that is known. */
  readonly commit?: string | undefined;
}

/** The branch of deployments that are only tried: anything but the one that leads to production. */
const CANDIDATE = 'candidate';
/** Milliseconds until a deployment that was just made must answer as itself. */
const PATIENCE = 120_000;
/** So many deployments are kept, */
const KEPT_DEPLOYMENTS = 50;
/** and so many deleted at most in one run. */
const DELETED_AT_ONCE = 48;

/**
 * Writes the site on what the live one knows, tries it at an address that nobody is led to, makes it the live one, and
 * tries it there. What fails before the switch changes nothing; what fails after it is taken back.
 *
 * @throws {CommandError} when it was not published, or not all is well with what was
 * @throws {StoppedError} when it was told to stop where something may have changed
 * @throws what {@link generateSite} throws
 */
export async function publishSite(options: PublishOptions, project: PagesProject, signal: AbortSignal): Promise<void> {
  const before = await project.read();
  const live = before.canonical_deployment;
  const url = options.url ?? `https://${before.subdomain}`;
  if (!live) print('Nothing is published yet: this is the first time.');
  else if (options.anew) print(`Begun anew: what ${live.url} knows does not count.`);
  const previous = options.anew ? undefined : live?.url;
  const { out, commit } = options;
  const { asOf, hasNewRates } = await generateSite({ ...options, url, previous, recorded: false }, signal);
  const settings = { project: project.name, commit, message: `Rates of ${asOf}` };

  await stage('Stopped. What was up stays up.', signal, async () => {
    assertDeployable(out, options.fileLimit);
    const hasNewCode = commit === undefined || live?.deployment_trigger?.metadata?.commit_hash !== commit;
    // The same rates by the same code were tried when they were new.
    if (hasNewRates || hasNewCode) {
      const candidate = await upload(out, { ...settings, branch: CANDIDATE }, signal);
      await assertGood(candidate, options, signal);
    }
    await assertStillLive(live, project);
  });
  const published = await upload(out, { ...settings, branch: before.production_branch }, signal);
  await stage('Stopped. The new site is up, but not all of it was tried: npm run smoke.', signal, async () => {
    await assertSound(published, live, project, options, signal);
    await assertReached(url, options.now, signal);
  });
  print(`Published: ${url}`);
  await stage('Stopped. The new site is up. Of old deployments some are left.', signal, () =>
    deleteOldest(project, published),
  );
}

/** Does a part of the work; one that is told to stop in it says what that means. */
async function stage(stopped: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw signal.aborted && !(error instanceof StoppedError) ? new StoppedError(stopped) : error;
  }
}

/** @throws {CommandError} when a site that nobody is led to is not sound */
async function assertGood(candidate: Uploaded, { out, now }: PublishOptions, signal: AbortSignal): Promise<void> {
  const problems = await problemsOf(candidate, out, now, signal);
  if (problems.length > 0) {
    throw new CommandError(
      ...problems,
      `The site was tried at ${candidate.url}. It is not sound: what was up stays up.`,
    );
  }
  print(`Tried at ${candidate.url}: all is well.`);
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

/** @throws {CommandError} when what is live now is not sound; the one before is then live again */
async function assertSound(
  published: Uploaded,
  before: Deployment | null | undefined,
  project: PagesProject,
  { out, now }: PublishOptions,
  signal: AbortSignal,
): Promise<void> {
  const problems = await problemsOf(published, out, now, signal);
  if (problems.length === 0) return;
  throw new CommandError(...problems, await takeBack(published, before, project));
}

async function takeBack(
  published: Uploaded,
  before: Deployment | null | undefined,
  project: PagesProject,
): Promise<string> {
  const fault = `The site that is live since now, ${published.url}, is not sound`;
  if (!before) return `${fault}, and there is none before it to go back to. Mend it and publish again.`;
  try {
    await project.rollBack(before);
    return `${fault}: it was taken back. Live is ${before.url} again.`;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return `${fault}, and could not be taken back (${error.message}): roll back to ${before.url} in Cloudflare's dashboard.`;
  }
}

/** What is wrong with a deployment, beside the folder that it was made from. */
async function problemsOf({ url }: Uploaded, folder: string, now: string, signal: AbortSignal): Promise<string[]> {
  await answering(url, folder, signal);
  const report = await checkInstance(url, new Date(now), signal);
  const { problems } = await compareWithFolder(url, folder, signal);
  return [...report.problems, ...problems];
}

/** Waits until an address answers with this very site: it may take a while until a new one is known everywhere. */
async function answering(url: string, folder: string, signal: AbortSignal): Promise<void> {
  const expected = readFileSync(join(folder, paths.referenceRates));
  const end = performance.now() + PATIENCE;
  do {
    const answer = await get(addressBelow(url, paths.referenceRates), signal);
    if (answer.failure === undefined && answer.bytes.equals(expected)) return;
    await wait(1000, undefined, { signal });
  } while (performance.now() < end);
}

/**
 * The address that callers know may lead through more than Pages: a domain's own cache, firewall and rules.
 *
 * @throws {CommandError} when not all is well there
 */
async function assertReached(url: string, now: string, signal: AbortSignal): Promise<void> {
  const { problems, warnings } = await checkInstance(url, new Date(now), signal);
  for (const warning of warnings) tell(`Warning: ${warning}`);
  if (problems.length === 0) return;
  throw new CommandError(
    ...problems,
    `The site is published and sound at its own address, but not at ${url}: see to what is in between.`,
  );
}

/** Deletes the oldest deployments. That some are left fails nothing: the next run goes on. */
async function deleteOldest(project: PagesProject, { id: live }: Uploaded): Promise<void> {
  try {
    const old = (await project.deployments()).slice(KEPT_DEPLOYMENTS).reverse();
    const unused = old.filter(({ id, aliases }) => id !== live && (aliases ?? []).length === 0);
    for (const deployment of unused.slice(0, DELETED_AT_ONCE)) await project.delete(deployment);
    if (unused.length > 0)
      print(`Deleted ${Math.min(unused.length, DELETED_AT_ONCE)} of ${unused.length} old deployments.`);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    tell(`Warning: old deployments could not be deleted: ${error.message}`);
  }
}
