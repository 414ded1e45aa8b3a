/** The service worker's path. It must be at the root to control the page. */
const ADDRESS = '/service-worker.js';

/**
 * Caches the page and its last rates, so that it works offline. If that isn't possible, as in a private window, the
 * page still works online.
 */
export async function keepForOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register(trustedAddress());
  } catch {
    // Service workers aren't allowed, or the file is missing on this host.
  }
}

/** The page's security policy accepts a script's URL only from this Trusted Types policy. */
function trustedAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('service-worker', { createScriptURL: () => ADDRESS });
  // TypeScript's types accept only text.
  return (policy?.createScriptURL(ADDRESS) as string | undefined) ?? ADDRESS;
}

interface TrustedTypes {
  createPolicy(name: string, rules: object): { createScriptURL(address: string): unknown };
}
