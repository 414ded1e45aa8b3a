import { addAbortListener, once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface Build {
  /** The site's folder. */
  readonly out: string;
  readonly url: string | undefined;
}

/**
 * Builds a site of the recorded rates, without a network. Builds it in a new thread, which loads the source code as it
 * is now. If the signal aborts, the thread ends.
 *
 * @throws the error of the thread
 */
export async function buildInThread(build: Build, signal: AbortSignal): Promise<void> {
  // What the build prints on standard error is the same every time, so it isn't shown.
  const thread = new Worker(new URL('build-thread.ts', import.meta.url), { workerData: build, stderr: true });
  using _ = addAbortListener(signal, () => void thread.terminate());
  await once(thread, 'exit');
}

/** An error's message with its place in the source code, without the lines about Node, packages and bundles. */
export function explainError({ stack = '' }: Error): string[] {
  return stack.split('\n').filter((line) => !/^ +at .*(node:|node_modules|data:)|^data:|^$/.test(line));
}
