import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';

/** A server that listens until its scope ends, and then leaves no connection open. */
export interface Listening extends AsyncDisposable {
  /** The address at which this machine surely reaches it: `localhost` may be another program's, on another address. */
  readonly url: string;
  readonly port: number;
}

/** Where only this machine reaches a server. */
export const LOOPBACK = '127.0.0.1';

/**
 * @param host the IP address to listen on; `0.0.0.0` and `::` stand for all of this machine
 * @throws the system's error, such as EADDRINUSE
 */
export async function listen(server: Server, port = 0, host = LOOPBACK): Promise<Listening> {
  server.listen(port, host);
  await once(server, 'listening');
  const bound = server.address() as AddressInfo;
  const address = { '0.0.0.0': LOOPBACK, '::': '::1' }[bound.address] ?? bound.address;
  return {
    url: `http://${isIPv6(address) ? `[${address}]` : address}:${bound.port}`,
    port: bound.port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      // One that is closed already would refuse.
      if (server.listening) await server[Symbol.asyncDispose]();
    },
  };
}
