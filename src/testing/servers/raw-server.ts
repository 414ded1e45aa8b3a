import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { LOOPBACK } from '../../site/serve/listen.ts';

export interface RawServer extends AsyncDisposable {
  readonly port: number;
  /** Number of open connections. */
  readonly connections: () => number;
}

/** Starts a TCP server on this machine that behaves like no HTTP server should. */
export async function startRawServer(serve: (socket: Socket) => void): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    serve(socket);
  }).listen(0, LOOPBACK);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => sockets.size,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await server[Symbol.asyncDispose]();
    },
  };
}
