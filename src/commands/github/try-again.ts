import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds before each further try. */
const PAUSES = [1000, 4000];

/**
 * Does what may fail for a moment, up to three times. Needs no package, so that it works where none is installed.
 *
 * @param mayHeal whether what was thrown may be otherwise the next time
 */
export async function tryAgain<T>(
  work: () => Promise<T>,
  mayHeal: (error: unknown) => boolean,
  signal: AbortSignal,
): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      const pause = PAUSES[tries];
      if (pause === undefined || !mayHeal(error)) throw error;
      await wait(pause, undefined, { signal });
    }
  }
}
