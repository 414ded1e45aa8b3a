import { fetchFailure } from '../../download/http/fetch-failure.ts';
import { limitsOf } from '../../download/http/request-limits.ts';
import { printError } from '../terminal/print.ts';

/**
 * Notifies a service that works like Healthchecks (https://healthchecks.io/docs/http_api/): requests its URL if all is
 * well, and otherwise the URL with `/fail` appended. The run doesn't fail if the service doesn't respond, because the
 * service alerts by itself when it gets no requests.
 */
export async function notifyHeartbeat(isWell: boolean, address: string, signal: AbortSignal): Promise<void> {
  try {
    const url = new URL(address);
    if (!isWell) url.pathname = `${url.pathname.replace(/\/$/, '')}/fail`;
    const response = await fetch(url, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(limitsOf.service.timeout)]),
    });
    if (!response.ok) printError(`Warning: HEARTBEAT_URL responded with status ${response.status}.`);
  } catch (error) {
    // The URL is a secret, so it's removed from the message of the error, which may quote it.
    const reason = error instanceof TypeError && 'code' in error ? 'it isn’t a URL' : fetchFailure(error);
    printError(`Warning: HEARTBEAT_URL doesn't respond: ${reason.replaceAll(address, 'it')}.`);
  }
}
