import './node-version.ts';
import { EnvHttpProxyAgent, setGlobalDispatcher } from 'undici';
import { tell } from './tell.ts';

/*
 * Every script that uses packages imports this file first. It checks Node's version and sends all requests through the
 * proxy that the environment names (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`, in upper or lower case).
 */

/** Servers on this machine are reached without a proxy. */
const LOCAL = 'localhost,127.0.0.1,[::1]';

try {
  const given = process.env['no_proxy'] ?? process.env['NO_PROXY'] ?? '';
  setGlobalDispatcher(new EnvHttpProxyAgent({ noProxy: `${given},${LOCAL}` }));
} catch {
  tell('HTTPS_PROXY or HTTP_PROXY is not a URL. Set it to one, such as http://proxy.example:3128.');
  process.exit(2);
}
