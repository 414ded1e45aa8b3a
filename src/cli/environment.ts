import './node-version.ts';
import { EnvHttpProxyAgent, setGlobalDispatcher } from 'undici';
import { tell } from './tell.ts';

/*
 * Every script that uses packages imports this file first. It checks Node's version and sends all requests through the proxy
 * that the environment names (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`, in upper or lower case).
 */

try {
  setGlobalDispatcher(new EnvHttpProxyAgent());
} catch {
  tell('HTTPS_PROXY or HTTP_PROXY is not a URL. Set it to one, such as http://proxy.example:3128.');
  process.exit(2);
}
