/** Where the service worker is, which has to stand at the root to see the page. */
const ADDRESS = '/service-worker.js';

/**
 * Has the browser keep the page and its last rates, so that it opens and converts without a network. Where that is not
 * possible, as in a private window, the page is as good without.
 */
export async function keepForOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register(trustedAddress());
  } catch {
    // It is not allowed, or there is no such file on this host.
  }
}

/** The policy of the page takes no text for a script's address, but what one policy of this name has made. */
function trustedAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('service-worker', { createScriptURL: () => ADDRESS });
  // TypeScript knows the types only as text.
  return (policy?.createScriptURL(ADDRESS) as string | undefined) ?? ADDRESS;
}

interface TrustedTypes {
  createPolicy(name: string, rules: object): { createScriptURL(address: string): unknown };
}
