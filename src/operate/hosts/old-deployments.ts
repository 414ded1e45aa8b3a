import { CommandError } from '../terminal/command.ts';
import type { Deployment, PagesProject } from './pages-project.ts';
import { print, printError } from '../terminal/print.ts';

/** The branch of preview deployments. Its name is reserved, because old deployments of this branch are deleted. */
export const CANDIDATE = 'ratesheet-candidate';

/** Milliseconds after which no further deployment is deleted in one run. The next run deletes more. */
const PATIENCE = 60_000;

/** Number of latest production deployments to keep. */
const KEPT = 24;
/**
 * Older deployments up to this many days ago are kept, too: the last production deployment of each date. So at most 50
 * production deployments are kept, besides deployments with an alias.
 */
const KEPT_DAYS = 25;

function isCandidate({ environment, deployment_trigger: trigger }: Deployment): boolean {
  return environment === 'preview' && trigger?.metadata?.branch === CANDIDATE;
}

/**
 * Returns the deployments to delete, the oldest first. They are all deployments of the branch `ratesheet-candidate`
 * except the newest, and production deployments that aren't kept for a rollback. Deployments of other branches belong
 * to the operator. Without deletion, hourly publishing would add 17,000 deployments a year, but Cloudflare allows
 * 10,000.
 *
 * @param deployments the newest first
 */
export function oldDeployments(deployments: readonly Deployment[], now: string): Deployment[] {
  const since = Date.parse(now) - KEPT_DAYS * 86_400_000;
  const days = new Set<string>();
  const production = deployments.filter(({ environment }) => environment === 'production');
  const live = production.filter(({ created_on, aliases }, index) => {
    if (index < KEPT || (aliases ?? []).length > 0) return false;
    const day = created_on.slice(0, 10);
    if (Date.parse(created_on) < since || days.has(day)) return true;
    days.add(day);
    return false;
  });
  const old = new Set([...live, ...deployments.filter(isCandidate).slice(1)]);
  return deployments.filter((deployment) => old.has(deployment)).reverse();
}

/**
 * Deletes old deployments, the oldest first. If some can't be deleted, the next run tries again.
 *
 * @param live the ID of the live deployment
 * @returns the deployments that are kept, the newest first
 */
export async function deleteOld(project: PagesProject, live: string | undefined, now: string): Promise<Deployment[]> {
  const all = await project.deployments();
  const old = oldDeployments(all, now).filter(({ id }) => id !== live);
  const refusals: string[] = [];
  const end = performance.now() + PATIENCE;
  let deleted = 0;
  for (const deployment of old) {
    if (performance.now() > end) break;
    try {
      await project.delete(deployment, isCandidate(deployment));
      deleted++;
    } catch (error) {
      // If a deployment can't be deleted, for example because it has an alias, the others are still deleted.
      if (!(error instanceof CommandError)) throw error;
      refusals.push(error.message);
    }
  }
  if (deleted > 0) print(`Deleted ${deleted} of ${old.length} old deployments.`);
  const [first] = refusals;
  if (first !== undefined) printError(`Warning: ${refusals.length} old deployments could not be deleted: ${first}`);
  return all.filter((deployment) => !old.includes(deployment));
}
