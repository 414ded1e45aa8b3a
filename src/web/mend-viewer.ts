/**
 * Gives what the reference viewer draws the names and roles that a screen reader needs and the viewer leaves out. It
 * draws anew whenever something is opened, so what it draws is watched.
 */
export function mendViewer(viewer: HTMLElement): void {
  const mend = () => {
    for (const select of viewer.querySelectorAll('select:not([aria-label])')) {
      select.setAttribute('aria-label', select.classList.contains('examples-select-element') ? 'Example' : 'Choice');
    }
    for (const input of viewer.querySelectorAll('input[placeholder]:not([aria-label])')) {
      input.setAttribute('aria-label', input.getAttribute('placeholder') ?? '');
    }
    // What scrolls can be scrolled with keys.
    for (const block of viewer.querySelectorAll('pre:not([tabindex])')) block.setAttribute('tabindex', '0');
  };
  new MutationObserver(mend).observe(viewer, { childList: true, subtree: true });
}
