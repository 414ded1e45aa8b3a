import { createServer } from 'node:http';
import { listen } from '../../preview/listen.ts';

/** For tests and benchmarks: a port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  await using listening = await listen(createServer());
  return listening.port;
}
