import { addAbortListener, once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface Build {
  /** The site's folder. */
  readonly out: string;
  readonly url: string | undefined;
}

/** Milliseconds for a build, which takes about a second. A loop that never ends must not hold up later builds. */
const LIMIT = 30_000;

/**
 * Builds a site of the recorded rates, without a network. Builds it in a new thread, which loads the source code as it
 * is now. If the signal aborts, the thread ends.
 *
 * @throws the error of the thread, or an error if the build takes longer than the limit
 */
export async function buildInThread(build: Build, signal: AbortSignal, limit = LIMIT): Promise<void> {
  // What the build prints on standard error is the same every time, so it isn't shown.
  const thread = new Worker(new URL('build-thread.ts', import.meta.url), { workerData: build, stderr: true });
  const stop = AbortSignal.any([signal, AbortSignal.timeout(limit)]);
  using _ = addAbortListener(stop, () => void thread.terminate());
  await once(thread, 'exit');
  if (stop.aborted && !signal.aborted) throw new Error(`The build wasn't complete after ${limit / 1000} seconds.`);
}

/** An error's message with its place in the source code, without the lines about Node, packages and bundles. */
export function explainError({ stack = '' }: Error): string[] {
  return stack.split('\n').filter((line) => !/^ +at .*(node:|node_modules|data:)|^data:|^$/.test(line));
}
