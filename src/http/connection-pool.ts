import { EnvHttpProxyAgent, setGlobalDispatcher } from 'undici';

/**
 * Connections to one origin. No command has more requests under way at a time, because a request that waits for a
 * connection would fail with those that hang.
 */
const CONNECTIONS = 64;

/** Bytes of a response as it arrives. A compressed response can go on forever and decode to nothing. */
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
