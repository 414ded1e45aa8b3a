import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface Build {
  /** The site's folder. */
  readonly out: string;
  readonly url: string | undefined;
}

/**
 * Replaces a site with one of the recorded rates, without a network. Builds it in a new thread, which loads the source
 * code as it is now.
 *
 * @throws the error of the thread; the site then stays as it was
 */
export async function buildInThread(build: Build): Promise<void> {
  // What the build prints on standard error is the same every time, so it isn't shown.
  const thread = new Worker(new URL('build-thread.ts', import.meta.url), { workerData: build, stderr: true });
  await once(thread, 'exit');
}

/** An error's message with its place in the source code, without the lines about Node and packages. */
export function explainError({ stack = '' }: Error): string[] {
  return stack.split('\n').filter((line) => !/^ +at .*(node:|node_modules)|^$/.test(line));
}
