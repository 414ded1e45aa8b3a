import { setImmediate as turnOfEvents } from 'node:timers/promises';
import { aborted } from 'node:util';

/**
 * Waits for work that another process does, such as esbuild's, until the signal. A terminal tells every process of a
 * Ctrl-C, so the other one may have ended before ours hears of it: then the work fails, or never ends.
 *
 * @throws the signal's reason once it is aborted, also when the work fails for the same cause; else what the work throws
 */
export async function unlessStopped<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  const stopped = aborted(signal, work).then((): never => {
    throw signal.reason;
  });
  try {
    return await Promise.race([work, stopped]);
  } catch (error) {
    // Two turns: only between them is what the system has to say, such as a signal, sure to be heard.
    await turnOfEvents();
    await turnOfEvents();
    signal.throwIfAborted();
    throw error;
  }
}
