import { addressBelow } from '../../http/address.ts';
import type { ResponseHead } from '../../http/request.ts';
import { functionHeader } from '../../api/format/headers.ts';
import { functionRoutes } from '../../site/routing-rules.ts';
import { reachesFunction } from '../../site/rule-files.ts';
import type { ResponseProblem } from '../published/check-instance.ts';
import { conversion } from '../published/instance-requests.ts';
import { type Answer, get } from '../published/get.ts';
import { type Deployment, messageOf } from './pages-project.ts';

/** The part of a deployment's message that says that its Function responded correctly at a preview URL. */
const TRIED = 'Function tried';

export function functionNote(isTried: boolean): string {
  return isTried ? TRIED : 'Function not tried';
}

/** Number of earlier deployments that are requested to find out whether the account's Functions still get requests. */
const REFERENCES = 3;

/** Which of a project's deployments have a Function that was tried. */
export interface FunctionHistory {
  /** The newest deployments whose Function is known to work. */
  readonly references: readonly Deployment[];
  /**
   * Creation time of the first deployment since the last deployment whose Function was tried. Undefined if the newest
   * deployment's Function was tried, or no deployment's Function ever was.
   */
  readonly untriedSince: string | undefined;
}

/** @param deployments the newest first */
export function functionHistory(deployments: readonly Deployment[]): FunctionHistory {
  const production = deployments.filter(({ environment }) => environment === 'production');
  const isTried = (deployment: Deployment) => messageOf(deployment).includes(TRIED);
  return {
    references: production.filter(isTried).slice(0, REFERENCES),
    untriedSince: production.slice(0, Math.max(0, production.findIndex(isTried))).at(-1)?.created_on,
  };
}

/**
 * Omits problems that the used-up daily quota of Function requests explains. When the quota is used up, Cloudflare
 * responds in place of the account's Functions until midnight UTC. New rates must still be published, because they are
 * static files. A problem is omitted only if Functions that are known to work don't respond either, so that a broken
 * Function isn't excused.
 */
export async function withoutUsedUp(
  problems: readonly ResponseProblem[],
  references: readonly Deployment[],
  signal: AbortSignal,
): Promise<readonly ResponseProblem[]> {
  if (references.length === 0 || !problems.some(mayBeUsedUp)) return problems;
  const answers = await Promise.all(references.map(({ url }) => get(addressBelow(url, conversion), signal)));
  return answers.every(isUsedUp) ? problems.filter((problem) => !mayBeUsedUp(problem)) : problems;
}

function isUsedUp(answer: Answer): boolean {
  if (answer.failure !== undefined) return false;
  // If the project fails open, the response is a missing file's 404. Otherwise it is Cloudflare's error 1027.
  return isFromCloudflare(answer.response) && [404, 429].includes(answer.response.status);
}

function mayBeUsedUp({ path, response }: ResponseProblem): boolean {
  if (!response || !isFromCloudflare(response)) return false;
  return reachesFunction(functionRoutes, new URL(path, 'http://localhost').pathname);
}

/** Whether a static file or Cloudflare itself responded. A Function that throws causes a 500. */
function isFromCloudflare({ headers, status }: ResponseHead): boolean {
  return status < 500 && !Object.keys(functionHeader).some((name) => headers.has(name));
}
