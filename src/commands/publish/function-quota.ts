import { addressBelow } from '../../http/address.ts';
import type { ResponseHead } from '../../http/request.ts';
import { functionHeader } from '../../api/format/headers.ts';
import { functionRoutes } from '../../site/routing-rules.ts';
import { reachesFunction } from '../../site/rule-files.ts';
import type { ResponseProblem } from '../published/check-instance.ts';
import { conversion } from '../published/instance-requests.ts';
import { type Answer, get } from '../published/get.ts';
import { type Deployment, messageOf } from './pages-project.ts';

/** The part of a deployment's message that says its Function responded correctly before it went live. */
const TRIED = 'Function tried';

export function functionNote(isTried: boolean): string {
  return isTried ? TRIED : 'Function not tried';
}

/** Number of deployments requested to find out whether any Function of the account still gets requests. */
const REFERENCES = 3;

/** Which of a project's deployments have a Function that was tried. */
export interface FunctionHistory {
  /** The newest deployments whose Function is known to work. */
  readonly references: readonly Deployment[];
  /** Creation time of the first deployment after the last tried one; undefined if the newest deployment was tried. */
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
 * Leaves out problems that the used-up daily quota explains. Cloudflare then responds in place of every Function of the
 * account until midnight UTC. This must not keep back new rates, because they are static files. A problem is left out
 * only if Functions that are known to work don't respond either. Otherwise, a broken Function would excuse itself.
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
