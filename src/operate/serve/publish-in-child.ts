import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { limits } from '../publish/limits.ts';
import type { PublishSiteOptions } from '../publish/publish-site.ts';

/** Maximum milliseconds of a publish. */
const LIMIT = Object.values(limits).reduce((sum, limit) => sum + limit);

/** Milliseconds that a stopped publish has to clean up. */
const CLEANING_UP = 2000;

/** Variables that a publish reads itself. Other programs don't get them: see `scripts/loader.js`. */
const variables = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'https_proxy', 'http_proxy', 'no_proxy'];

/** Publishes in a separate process, which prints any problems. @returns whether the site was published */
export async function publishInChild(options: Omit<PublishSiteOptions, 'now'>, signal: AbortSignal): Promise<boolean> {
  const child = fork(join(import.meta.dirname, 'publish-child.ts'), {
    // The server has a small heap, and a publish needs more.
    execArgv: process.execArgv.filter((option) => !option.startsWith('--max-')),
    // The options have a map.
    serialization: 'advanced',
    env: { ...process.env, ...Object.fromEntries(variables.map((name) => [name, process.env[name]])) },
  });
  const closed = once(child, 'close') as Promise<[number | null]>;
  child.send(options);
  const stop = () => {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), CLEANING_UP);
  };
  const limit = setTimeout(() => child.kill('SIGKILL'), LIMIT);
  signal.addEventListener('abort', stop);
  try {
    const [code] = await closed;
    signal.throwIfAborted();
    return code === 0;
  } finally {
    clearTimeout(limit);
    signal.removeEventListener('abort', stop);
  }
}
