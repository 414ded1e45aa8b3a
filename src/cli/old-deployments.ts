import type { Deployment } from './pages-project.ts';

/** The branch of deployments that are only tried: anything but the one that leads to production. */
export const CANDIDATE = 'candidate';

/** So many deployments are deleted in one run at most. */
export const DELETED_AT_ONCE = 48;

/** Of the newest ones of production so many are kept, */
const KEPT = 24;
/** and of those before them the last one of each day, for so many days: in all no more than 50. */
const KEPT_DAYS = 25;

/** Whether a deployment was only tried. */
export function isCandidate({ environment, deployment_trigger: trigger }: Deployment): boolean {
  return environment === 'preview' && trigger?.metadata?.branch === CANDIDATE;
}

/**
 * The deployments that nobody needs any more, the oldest first: what was tried before the last time, and of what was live
 * all but those that one may want to go back to. Without this an hourly site has 17,000 more a year, and Cloudflare takes
 * 10,000. Deployments of other branches are somebody's own.
 *
 * @param deployments the newest first
 * @param now ISO 8601
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
