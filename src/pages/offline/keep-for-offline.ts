import { ownScript } from '../frame/own-script.ts';

/**
 * Starts the service worker, which caches the page and the rates that it reads for use offline. If the browser doesn't allow
 * service workers, as in a private window, the page still works online.
 */
export async function keepForOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    // The service worker must be at the root to control the page.
    await navigator.serviceWorker.register(ownScript('/service-worker.js'));
  } catch {
    // Service workers aren't allowed, or the file is missing on this host.
    return;
  }
  if (navigator.serviceWorker.controller) return;
  // The files that this first visit reads before the service worker is ready don't pass through it.
  const { active } = await navigator.serviceWorker.ready;
  new PerformanceObserver((list) => active?.postMessage(list.getEntries().map(({ name }) => name))).observe({
    type: 'resource',
    buffered: true,
  });
}
