import { createServer } from 'node:http';
import { listen } from '../../site/serve/listen.ts';

/** A port of this machine that isn't in use. */
export async function freePort(): Promise<number> {
  await using listening = await listen(createServer());
  return listening.port;
}
