import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds before the second attempt. Each pause is twice as long as the previous pause. */
const FIRST_PAUSE = 5000;
/** Milliseconds that the pauses must leave for the last attempt. */
const LAST_ATTEMPT = 10_000;

/**
 * Repeats an attempt after growing pauses until it returns true or too little time is left for another attempt.
 *
 * @param seconds maximum time from the start of the first attempt to the end of the last attempt
 * @throws an error whose `cause` is the signal's reason, if the signal is aborted during a pause
 */
export async function repeat(attempt: () => Promise<boolean>, seconds: number, signal: AbortSignal): Promise<boolean> {
  const end = performance.now() + seconds * 1000;
  for (let attempts = 1; ; attempts++) {
    if (await attempt()) return true;
    const pause = pauseAfter(attempts, end - performance.now());
    if (pause === undefined) return false;
    await wait(pause, undefined, { signal });
  }
}

/**
 * The pause before the next attempt, in milliseconds; undefined if too little time is left for another attempt.
 *
 * @param left milliseconds until the time limit
 */
export function pauseAfter(attempts: number, left: number): number | undefined {
  const room = left - LAST_ATTEMPT;
  return room > 0 ? Math.min(FIRST_PAUSE * 2 ** (attempts - 1), room) : undefined;
}
