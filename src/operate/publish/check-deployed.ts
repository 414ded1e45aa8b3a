import { functionHeader } from '../../api/headers.ts';
import { addresses } from '../../api/paths.ts';
import { addressBelow } from '../../text/address.ts';
import type { ResponseHead } from '../../download/http/request.ts';
import type { ResponseProblem } from '../../site/check/check-responses.ts';
import { type Ask, get, type RequestOutcome } from '../../site/check/get.ts';
import { conversion } from '../../site/check/requests.ts';
import { isMetered } from '../../site/routing-rules.ts';
import { type RepeatOptions, repeat } from './repeat.ts';

/** Sends requests to a site until the signal aborts, and returns the responses that are wrong. */
export type Check = (ask: Ask, signal: AbortSignal) => Promise<readonly ResponseProblem[]>;

export interface DeployedOptions extends RepeatOptions {
  /** URL of the version that was live before. It shows whether the daily requests of the Function are used up. */
  readonly reference: string | null;
}

/** The outcome of the last check. */
export interface Health {
  readonly problems: readonly ResponseProblem[];
  /** Whether the Function's responses were checked. False if the account's daily quota is used up. */
  readonly isFunctionTried: boolean;
}

/** Seconds after which running checks are aborted at the earliest, even if the checks may be repeated for less time. */
const MIN_SECONDS = 30;

/**
 * Checks a deployed site until it is healthy, or the time limit is reached. A new version's files, Function and rules
 * don't reach all of a host's locations at the same time, so the first checks may fail. A path with a correct response
 * isn't requested again, because each request to a Function counts against the account's daily quota.
 */
export async function checkDeployed(
  url: string,
  check: Check,
  { reference, ...limits }: DeployedOptions,
  signal: AbortSignal,
): Promise<Health> {
  const seconds = Math.max(limits.patience, MIN_SECONDS);
  const limit = AbortSignal.timeout(seconds * 1000);
  const stop = AbortSignal.any([signal, limit]);
  const right = new Map<string, RequestOutcome>();
  const ask: Ask = async (path, method = 'GET') => {
    const key = `${method} ${path}`;
    const answer = right.get(key) ?? (await get(addressBelow(url, path), stop, { method }));
    if (answer.failure === undefined) right.set(key, answer);
    return answer;
  };
  const silence = { path: url, problem: `some requests got no response in ${seconds} seconds` };
  let health: Health = { problems: [silence], isFunctionTried: false };
  const isHealthy = async () => {
    const found = await check(ask, stop);
    const isUsedUp = reference !== null && found.some(mayBeUsedUp) && (await hasNoFunction(reference, stop));
    const problems = isUsedUp ? found.filter((problem) => !mayBeUsedUp(problem)) : found;
    health = { problems, isFunctionTried: !isUsedUp };
    for (const { path } of problems) for (const key of right.keys()) if (key.endsWith(` ${path}`)) right.delete(key);
    // The rates are requested again each time, because other responses are compared with them.
    right.delete(`GET ${addresses.ratesSnapshot}`);
    return problems.length === 0;
  };
  try {
    await repeat(isHealthy, limits, stop);
  } catch (error) {
    signal.throwIfAborted();
    if (!limit.aborted) throw error;
  }
  return health;
}

/**
 * Whether a problem may be due to the used-up daily quota of Function requests. Cloudflare then responds in place of the
 * account's Functions until midnight UTC. The site must still be published, because new rates are static files. So such
 * a problem counts only if the Function of the version that was live before responds.
 */
function mayBeUsedUp({ path, response }: ResponseProblem): boolean {
  return response !== undefined && isFromCloudflare(response) && isMetered(path);
}

/** Whether Cloudflare responds in place of a Function: with a missing file's 404, or with error 1027 and status 429. */
async function hasNoFunction(url: string, signal: AbortSignal): Promise<boolean> {
  const { response } = await get(addressBelow(url, conversion), signal);
  return response !== undefined && isFromCloudflare(response) && [404, 429].includes(response.status);
}

/** Whether a static file or Cloudflare itself responded. A Function that throws causes a 500. */
function isFromCloudflare({ headers, status }: ResponseHead): boolean {
  return status < 500 && !Object.keys(functionHeader).some((name) => headers.has(name));
}
