import type { Instant } from '../../money/calendar.ts';
import type { Deployment } from './cloudflare-api.ts';

/** The branch of preview deployments. Its name is reserved, because old deployments of this branch are deleted. */
export const CANDIDATE = 'ratesheet-candidate';

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
export function oldDeployments(deployments: readonly Deployment[], now: Instant): Deployment[] {
  const since = Date.parse(now) - KEPT_DAYS * 86_400_000;
  const days = new Set<string>();
  const production = deployments.filter(({ environment }) => environment === 'production');
  const live = production.filter(({ created_on, aliases }, index) => {
    if (index < KEPT || (aliases ?? []).length > 0) return false;
    const day = created_on.slice(0, 'YYYY-MM-DD'.length);
    if (Date.parse(created_on) < since || days.has(day)) return true;
    days.add(day);
    return false;
  });
  const old = new Set([...live, ...deployments.filter(isCandidate).slice(1)]);
  return deployments.filter((deployment) => old.has(deployment)).reverse();
}
