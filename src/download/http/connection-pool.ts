import { EnvHttpProxyAgent, Pool, setGlobalDispatcher } from 'undici';
import { AbortableClient, ProxyPool } from './abortable-client.ts';

/**
 * Maximum number of connections to one origin. No command sends more requests at a time, so no request waits for a
 * connection. A waiting request would time out if the other requests hang.
 */
const CONNECTIONS = 64;

/** Servers on this machine are reached without a proxy. */
const LOCAL = 'localhost,127.0.0.1,[::1]';

/** The options of a pool, which has all connections to an origin or to a proxy. */
const poolOptions = (options: object): Pool.Options => ({
  ...options,
  connections: CONNECTIONS,
  // HTTP/2 would keep a connection that hangs, and send the next attempt over it.
  allowH2: false,
  factory: (origin, options) => new AbortableClient(origin, options),
});

/**
 * Opens the connections that all requests of this process share. They use the proxy in the environment variables
 * `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in upper or lower case.
 *
 * @throws if the proxy isn't a URL
 */
export function openConnectionPool(): void {
  const { env } = process;
  const agent = new EnvHttpProxyAgent({
    noProxy: `${env['no_proxy'] ?? env['NO_PROXY'] ?? ''},${LOCAL}`,
    allowH2: false,
    factory: (origin, options: object) => new Pool(origin, poolOptions(options)),
    clientFactory: (origin, options) => new ProxyPool(origin, poolOptions(options)),
  });
  setGlobalDispatcher(agent);
}
