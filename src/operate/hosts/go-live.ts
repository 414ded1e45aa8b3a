import { CommandError, uninterrupted } from '../terminal/command.ts';
import { CloudflareError, type Deployment, messageOf, type PagesProject } from './pages-project.ts';
import { type RepeatOptions, repeat } from '../publish/repeat.ts';
import { printError } from '../terminal/print.ts';
import type { Uploaded } from './upload.ts';

export interface GoLiveOptions extends RepeatOptions {
  readonly project: PagesProject;
  /** The live deployment that the new site was built on; null or undefined if there is none. */
  readonly before: Deployment | null | undefined;
  /** A part of the new deployment's message that no other deployment has. */
  readonly nonce: string;
  readonly deploy: () => Promise<Uploaded>;
}

/**
 * Makes a new site live. If another publisher made a deployment meanwhile, that deployment stays live, because the new
 * site lacks what the deployment added.
 */
export async function goLive(options: GoLiveOptions, signal: AbortSignal): Promise<Deployment> {
  const { project, before, nonce } = options;
  // Creation time of the newest complete deployment. It's read before the check of the live deployment, so any newer
  // complete deployment went live after the check.
  const since = Math.max(0, ...(await project.newestOfProduction()).filter(isComplete).map(timeOf));
  const { canonical_deployment: now } = await project.read();
  if (now?.id !== before?.id) {
    throw new CommandError(`${publishedElsewhere(now)} The new site wasn't published. Try again.`);
  }
  const { id, url } = await deployed(options);
  // If Cloudflare's first response was lost, wrangler may have created the deployment twice.
  const isOurs = (each: Deployment) => each.id === id || messageOf(each).includes(nonce);
  let live: Deployment;
  let other: Deployment | undefined;
  try {
    live = await untilLive(isOurs, options, signal);
    const newer = (await project.newestOfProduction()).filter((each) => isComplete(each) && timeOf(each) > since);
    other = newer.find((each) => !isOurs(each));
  } catch (error) {
    if (!(error instanceof CloudflareError)) throw error;
    throw new CommandError(
      ...error.lines,
      `${url} was deployed, but Cloudflare doesn't say whether it is live. See its dashboard.`,
    );
  }
  if (other) throw new CommandError(`${publishedElsewhere(other)} ${await rollBack(live, other, project)}`);
  return live;
}

/** Deploys the site. If the upload ends in an error, checks whether Cloudflare has accepted the site anyway. */
async function deployed({ project, nonce, deploy }: GoLiveOptions): Promise<Uploaded> {
  try {
    return await deploy();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const ours = (await project.newestOfProduction()).find((each) => messageOf(each).includes(nonce));
    if (!ours || ours.latest_stage?.status === 'failure') throw error;
    printError(`Warning: ${ours.url} was deployed, although its upload ended in an error.`);
    return ours;
  }
}

/**
 * Waits until our deployment is live, because wrangler may end before that.
 *
 * @throws {CommandError} if our deployment doesn't go live
 */
async function untilLive(
  isOurs: (live: Deployment) => boolean,
  { project, before, ...limits }: GoLiveOptions,
  signal: AbortSignal,
): Promise<Deployment> {
  let live: Deployment | null | undefined;
  const isChanged = async () => {
    ({ canonical_deployment: live } = await project.read());
    return live?.id !== before?.id;
  };
  if (!(await repeat(isChanged, limits, signal))) {
    throw new CommandError(
      `The new site was deployed, but isn't live after ${limits.patience} seconds. See Cloudflare's dashboard.`,
    );
  }
  if (live && isOurs(live)) return live;
  throw new CommandError(`${publishedElsewhere(live)} The live site was left alone.`);
}

function publishedElsewhere(now: Deployment | null | undefined): string {
  return `Another publisher has meanwhile published ${now?.url ?? 'nothing'}, and the new site isn't built on it.`;
}

function isComplete({ latest_stage: stage }: Deployment): boolean {
  return stage?.name === 'deploy' && stage.status === 'success';
}

function timeOf({ created_on: time }: Deployment): number {
  return Date.parse(time);
}

const ROLLBACK_SECONDS = 60;

/** Makes an earlier deployment live again, if the new deployment is still live. Nothing interrupts the rollback. */
export async function rollBack(
  ours: Uploaded,
  to: Deployment | null | undefined,
  project: PagesProject,
): Promise<string> {
  if (!to) return 'There is no earlier deployment to roll back to. Fix the site and publish again.';
  return uninterrupted(`Rolling back to ${to.url}`, ROLLBACK_SECONDS, async (signal) => {
    const own = project.until(signal);
    try {
      const { canonical_deployment: now } = await own.read();
      if (now?.id !== ours.id) return `${publishedElsewhere(now)} The live site was left alone.`;
      await own.rollBack(to);
      const { canonical_deployment: after } = await own.read();
      if (after?.id === to.id) return `The new site was rolled back. ${to.url} is live again.`;
      return `The new site was rolled back to ${to.url}, but ${after?.url ?? 'nothing'} is live instead. See Cloudflare's dashboard.`;
    } catch (error) {
      if (!signal.aborted && !(error instanceof CloudflareError)) throw error;
      const reason = error instanceof CloudflareError ? error.message : `not done in ${ROLLBACK_SECONDS} seconds`;
      return `The new site couldn't be rolled back (${reason}). Roll back to ${to.url} in Cloudflare's dashboard.`;
    }
  });
}
