import { setImmediate as turnOfEvents } from 'node:timers/promises';
import { aborted } from 'node:util';

/**
 * Waits for work in another process, such as esbuild's, but no longer than until the signal aborts. A terminal sends
 * Ctrl-C to both processes. If the other process receives it first, the work fails or never ends.
 *
 * @throws the signal's reason if the signal aborts, even if the same Ctrl-C made the work fail first; otherwise the
 *   work's error
 */
export async function unlessStopped<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  const stopped = aborted(signal, work).then((): never => {
    throw signal.reason;
  });
  try {
    return await Promise.race([work, stopped]);
  } catch (error) {
    // Waits for two turns of the event loop. By then, a Ctrl-C that had already arrived has aborted the signal.
    await turnOfEvents();
    await turnOfEvents();
    signal.throwIfAborted();
    throw error;
  }
}
