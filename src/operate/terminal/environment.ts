import { openConnectionPool } from '../../download/http/connection-pool.ts';
import { printError } from './print.ts';

/*
 * Every script that uses packages imports this file first. It opens the connections that all requests share.
 */

try {
  openConnectionPool();
} catch {
  printError('HTTPS_PROXY or HTTP_PROXY is not a URL. Set it to a URL such as http://proxy.example:3128.');
  process.exit(2);
}
