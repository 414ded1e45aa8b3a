import { addressBelow } from '../dataset/address.ts';
import { functionHeader } from '../documents/headers.ts';
import { functionRoutes } from '../site/routing-rules.ts';
import { reachesFunction } from '../site/rule-files.ts';
import { type AnswerProblem, conversion } from './check-instance.ts';
import { type Answer, get } from './get.ts';
import { type Deployment, messageOf } from './pages-project.ts';

/** What the message of a deployment says whose Function responded as it should before it went live. */
const TRIED = 'Function tried';

/** What the message of a deployment says about its Function. */
export function functionNote(isTried: boolean): string {
  return isTried ? TRIED : 'Function not tried';
}

/** So many deployments are asked whether any Function of the account still gets requests. */
const REFERENCES = 3;

/** What the deployments of a project tell about its Function. */
export interface FunctionHistory {
  /** The newest deployments whose Function is known to work. */
  readonly references: readonly Deployment[];
  /** When the first one went live after those whose Function wasn't tried; undefined if the newest one's was. */
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
 * The problems that are a deployment's own. Once the account's Function requests of the day are used up, Cloudflare
 * responds in the place of every Function until midnight UTC. That must not keep new rates back, because they are files.
 * It only counts if no Function that is known to work gets a request either: a broken one would be its own excuse.
 *
 * @param references deployments whose Function is known to work
 * @throws the signal's reason
 */
export async function withoutUsedUp(
  problems: readonly AnswerProblem[],
  references: readonly Deployment[],
  signal: AbortSignal,
): Promise<readonly AnswerProblem[]> {
  if (references.length === 0 || !problems.some(mayBeUsedUp)) return problems;
  const answers = await Promise.all(references.map(({ url }) => get(addressBelow(url, conversion), signal)));
  return answers.every(isUsedUp) ? problems.filter((problem) => !mayBeUsedUp(problem)) : problems;
}

function isUsedUp(answer: Answer): boolean {
  if (answer.failure !== undefined) return false;
  // If the project fails open, a file responds, and there is none. Otherwise it is Cloudflare's error 1027.
  return isFromCloudflare(answer.response) && [404, 429].includes(answer.response.status);
}

function mayBeUsedUp({ asked, response }: AnswerProblem): boolean {
  if (!response || !isFromCloudflare(response)) return false;
  return reachesFunction(functionRoutes, new URL(asked, 'http://localhost').pathname);
}

/** Whether a file or Cloudflare itself responded, and not a Function of ours: one that throws is a 500. */
function isFromCloudflare({ headers, status }: Response): boolean {
  return status < 500 && !Object.keys(functionHeader).some((name) => headers.has(name));
}
