/** The service worker's path. It must be at the root to control the page. */
const ADDRESS = '/service-worker.js';

/**
 * Starts the service worker, which caches the page and its last rates for use offline. If the browser doesn't allow
 * service workers, as in a private window, the page still works online.
 */
export async function keepForOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register(trustedAddress());
  } catch {
    // Service workers aren't allowed, or the file is missing on this host.
  }
}

/** The service worker's URL as a trusted type, because the page's security policy rejects a plain string. */
function trustedAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('service-worker', { createScriptURL: () => ADDRESS });
  // TypeScript's type of `register` accepts only a string.
  return (policy?.createScriptURL(ADDRESS) as string | undefined) ?? ADDRESS;
}

interface TrustedTypes {
  createPolicy(name: string, rules: object): { createScriptURL(address: string): unknown };
}
