import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';

/** A server that listens until it is disposed. Disposing it also closes all connections. */
export interface Listening extends AsyncDisposable {
  /** The server's URL on this machine, with an IP address, because `localhost` may resolve to another address. */
  readonly url: string;
  readonly port: number;
}

/** The IP address that only this machine can connect to. */
export const LOOPBACK = '127.0.0.1';

/**
 * @param host the IP address to listen on; `0.0.0.0` and `::` mean all addresses
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
      // Disposing a closed server would throw.
      if (server.listening) await server[Symbol.asyncDispose]();
    },
  };
}

/** Tries a port before long work, so that a command fails at once if the port is in use. */
export async function tryPort(port: number, host: string): Promise<void> {
  await (await listen(createServer(), port, host))[Symbol.asyncDispose]();
}
