/** How long content above the anchor may still load, in milliseconds. */
const SETTLING = 10_000;

/** Keeps the anchor of the URL, such as `/#rates`, in view while content above it loads, until the visitor acts. */
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
