/** How long something may still arrive above the place that an address names, in milliseconds. */
const SETTLING = 10_000;

/**
 * Holds the page at the place that its address names, `/#rates`, while what comes late moves it: until the visitor does
 * anything.
 */
export function stayLanded(): void {
  const target = document.getElementById(location.hash.slice(1));
  if (!target) return;
  const observer = new ResizeObserver(() => {
    target.scrollIntoView({ behavior: 'instant' });
  });
  observer.observe(document.body);
  const stop = () => observer.disconnect();
  setTimeout(stop, SETTLING);
  for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown', 'hashchange']) {
    addEventListener(type, stop, { once: true, passive: true });
  }
}
