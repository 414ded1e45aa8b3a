import httpServer from 'http-server';
import type { Server } from 'node:http';
import { listen, type Listening } from '../../site/serve/listen.ts';

/** Serves a site's files without its rules and its Function, as any file host can. */
export function startPlainHost(folder: string): Promise<Listening> {
  // By its types, `createServer` returns the server. In fact, it returns an object with the server as a property.
  const { server } = httpServer.createServer({ root: folder }) as unknown as { server: Server };
  return listen(server);
}
