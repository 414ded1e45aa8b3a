import { setImmediate as turnOfEvents } from 'node:timers/promises';
import { aborted } from 'node:util';

/**
 * Waits for work in another process, such as esbuild's, until the signal aborts. A terminal sends Ctrl-C to every
 * process. If the other process receives it first, the work fails or never ends.
 *
 * @throws the signal's reason if it aborts, even if the work fails first for the same cause; otherwise the work's error
 */
export async function unlessStopped<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  const stopped = aborted(signal, work).then((): never => {
    throw signal.reason;
  });
  try {
    return await Promise.race([work, stopped]);
  } catch (error) {
    // Wait for two turns of the event loop, because a pending signal is surely handled between them.
    await turnOfEvents();
    await turnOfEvents();
    signal.throwIfAborted();
    throw error;
  }
}
