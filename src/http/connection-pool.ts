import { EnvHttpProxyAgent, setGlobalDispatcher } from 'undici';

/**
 * Maximum number of connections to one origin. No command sends more requests at a time, so no request waits for a
 * connection. A waiting request would time out if the other requests hang.
 */
const CONNECTIONS = 64;

/** Maximum bytes of a response before it is decoded. A compressed response can be endless but decode to nothing. */
const MAX_ENCODED_BYTES = 64 * 1024 * 1024;

/** Servers on this machine are reached without a proxy. */
const LOCAL = 'localhost,127.0.0.1,[::1]';

/**
 * Opens the connections that all requests of this process share. They use the proxy in the environment variables
 * `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in upper or lower case.
 *
 * @throws if the proxy isn't a URL
 */
export function openConnectionPool(): void {
  const { env } = process;
  const noProxy = `${env['no_proxy'] ?? env['NO_PROXY'] ?? ''},${LOCAL}`;
  const options = { noProxy, connections: CONNECTIONS, maxResponseSize: MAX_ENCODED_BYTES };
  setGlobalDispatcher(new EnvHttpProxyAgent(options));
}
