import { addressBelow } from '../../http/address.ts';
import type { ResponseHead } from '../../http/request.ts';
import { functionHeader } from '../../api/headers.ts';
import { isMetered } from '../../site/routing-rules.ts';
import type { ResponseProblem } from '../../site/check/check-responses.ts';
import { conversion } from '../../site/check/requests.ts';
import { type RequestOutcome, get } from '../../site/check/get.ts';
import { type Deployment, messageOf } from './pages-project.ts';

/** Text in a deployment's message. It means that the Function responded correctly at a preview URL. */
const TRIED = 'Function tried';

export function functionNote(isTried: boolean): string {
  return isTried ? TRIED : 'Function not tried';
}

/** Number of earlier deployments to request, to find out whether the account's daily quota is used up. */
const REFERENCES = 3;

/** Summarizes a project's deployments. A Function counts as tried if it responded correctly at a preview URL. */
export interface FunctionHistory {
  /** The newest deployments with a tried Function. */
  readonly references: readonly Deployment[];
  /**
   * Creation time of the first deployment after the newest deployment with a tried Function. Undefined if the newest
   * deployment's Function was tried, or no Function ever was.
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
 * Removes problems that are only due to the used-up daily quota of Function requests. When the quota is used up,
 * Cloudflare responds in place of the account's Functions until midnight UTC. The site must still be published, because
 * new rates are static files. A problem is removed only if tried Functions of earlier deployments don't respond either,
 * so that a broken Function is still reported.
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

function isUsedUp(answer: RequestOutcome): boolean {
  if (answer.failure !== undefined) return false;
  // After the quota is used up, a project that fails open responds with a missing file's 404. Other projects respond
  // with Cloudflare's error 1027, which has the status 429.
  return isFromCloudflare(answer.response) && [404, 429].includes(answer.response.status);
}

function mayBeUsedUp({ path, response }: ResponseProblem): boolean {
  return response !== undefined && isFromCloudflare(response) && isMetered(path);
}

/** Whether a static file or Cloudflare itself responded. A Function that throws causes a 500. */
function isFromCloudflare({ headers, status }: ResponseHead): boolean {
  return status < 500 && !Object.keys(functionHeader).some((name) => headers.has(name));
}
