import { find } from '../../frame/elements.ts';

/**
 * Makes the button for sharing open the system's menu on a phone. Without such a menu, it copies the link like
 * any other copy button.
 */
export function enableSharing(): void {
  const share = find('share', HTMLButtonElement);
  share.addEventListener(
    'click',
    (event) => {
      if (!('share' in navigator) || !matchMedia('(pointer: coarse)').matches) return;
      event.stopImmediatePropagation();
      // If the visitor closes the menu, there is nothing to do.
      navigator.share({ url: find('link', HTMLElement).textContent }).catch(() => undefined);
    },
    { capture: true },
  );
}

/** Sets the link to the page's state. It has no language, so that all visitors see the page in their own language. */
export function showLink(query: string): void {
  find('link', HTMLElement).textContent = `${location.origin}/${query}`;
}
