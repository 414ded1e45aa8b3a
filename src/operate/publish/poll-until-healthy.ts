import { addresses } from '../../api/paths.ts';
import { addressBelow } from '../../http/address.ts';
import type { ResponseProblem } from '../../site/check/check-responses.ts';
import { type Ask, get, type RequestOutcome } from '../../site/check/get.ts';
import { annotate } from '../terminal/print.ts';
import { type FunctionHistory, withoutUsedUp } from '../hosts/function-quota.ts';
import { type RepeatOptions, repeat } from './repeat.ts';

/** Sends requests to an instance, and returns the responses that are wrong. */
export type Check = (ask: Ask) => Promise<readonly ResponseProblem[]>;

export type PollOptions = RepeatOptions & Pick<FunctionHistory, 'references'>;

/** The outcome of the last check. */
export interface Health {
  readonly problems: readonly ResponseProblem[];
  /** Whether all checks of the Function count. False if the account's daily quota is used up. */
  readonly isFunctionTried: boolean;
}

/**
 * Seconds after which running checks are aborted at the earliest, even if the time limit for repeating them is shorter.
 */
const MIN_SECONDS = 30;

/**
 * Checks an instance until it is healthy, or the time limit is reached. A new deployment's files, Function and rules
 * don't reach all of Cloudflare's locations at the same time, so the first checks may fail. A path with a correct
 * response isn't requested again, because each request to a Function counts against the account's daily quota. Problems
 * that are only due to the used-up quota don't count, but are reported.
 */
export async function pollUntilHealthy(
  url: string,
  check: Check,
  { references, ...limits }: PollOptions,
  signal: AbortSignal,
): Promise<Health> {
  const seconds = Math.max(limits.patience, MIN_SECONDS);
  const limit = AbortSignal.timeout(seconds * 1000);
  const stop = AbortSignal.any([signal, limit]);
  const right = new Map<string, RequestOutcome>();
  const ask: Ask = async (path, method = 'GET') => {
    if (method !== 'GET') return await get(addressBelow(url, path), stop, { method });
    const answer = right.get(path) ?? (await get(addressBelow(url, path), stop));
    if (answer.failure === undefined) right.set(path, answer);
    return answer;
  };
  const silence = { path: url, problem: `some requests got no response in ${seconds} seconds` };
  let health: Health = { problems: [silence], isFunctionTried: false };
  const isHealthy = async () => {
    const found = await check(ask);
    const problems = await withoutUsedUp(found, references, stop);
    health = { problems, isFunctionTried: problems.length === found.length };
    for (const { path } of problems) right.delete(path);
    // The rates are requested again each time, because other responses are compared with them.
    right.delete(addresses.ratesSnapshot);
    return problems.length === 0;
  };
  try {
    await repeat(isHealthy, limits, stop);
  } catch (error) {
    signal.throwIfAborted();
    if (!limit.aborted) throw error;
  }
  if (health.problems.length === 0 && !health.isFunctionTried) annotate(usedUp);
  return health;
}

const usedUp =
  'The Pages Function wasn’t tested: today’s Function requests of the account are used up. They are renewed at midnight UTC. Static files were tested.';
