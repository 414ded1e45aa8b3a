import { addressBelow } from '../../http/address.ts';
import { addresses } from '../../api/paths.ts';
import type { ResponseProblem } from '../published/check-instance.ts';
import { type RequestOutcome, type Ask, get } from '../published/get.ts';
import { repeat } from '../published/repeat.ts';

/**
 * Seconds after which running checks are aborted at the earliest, even if the time limit for repeating them is shorter.
 */
const MIN_SECONDS = 30;

/** Sends the requests of a check to an instance, and returns the responses that are wrong. */
export type Look = (ask: Ask, stop: AbortSignal) => Promise<readonly ResponseProblem[]>;

/**
 * Checks an instance until nothing is wrong, or the time limit is reached. A new deployment's files, Function and rules
 * don't reach all of Cloudflare's locations at the same time, so the first checks may fail. A path with a correct
 * response isn't requested again, because each request to a Function counts against the account's daily quota.
 *
 * @param patience the time limit in seconds for repeating the checks
 * @returns the problems of the last check
 */
export async function settledProblems(
  address: string,
  look: Look,
  patience: number,
  signal: AbortSignal,
): Promise<readonly ResponseProblem[]> {
  const seconds = Math.max(patience, MIN_SECONDS);
  const limit = AbortSignal.timeout(seconds * 1000);
  const stop = AbortSignal.any([signal, limit]);
  const right = new Map<string, RequestOutcome>();
  const ask: Ask = async (path) => {
    const answer = right.get(path) ?? (await get(addressBelow(address, path), stop));
    if (answer.failure === undefined) right.set(path, answer);
    return answer;
  };
  let problems: readonly ResponseProblem[] = [
    { path: address, problem: `some requests got no response in ${seconds} seconds` },
  ];
  const attempt = async () => {
    problems = await look(ask, stop);
    for (const { path } of problems) right.delete(path);
    // The rates are requested again each time, because other responses are compared with them.
    right.delete(addresses.ratesSnapshot);
    return problems.length === 0;
  };
  try {
    await repeat(attempt, patience, stop);
  } catch (error) {
    signal.throwIfAborted();
    if (!limit.aborted) throw error;
  }
  return problems;
}
