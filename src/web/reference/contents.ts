/** Marks in the list of contents what is being read, and keeps it in the list's view. */
export function markContents(contents: HTMLElement): void {
  const links = new Map(
    Array.from(contents.querySelectorAll('a'), (link) => [decodeURIComponent(link.hash.slice(1)), link]),
  );
  const targets = Array.from(links.keys(), (id) => document.getElementById(id)?.closest('article, li, section'));
  const read = new Set<Element>();
  let marked: HTMLElement | undefined;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) read.add(target);
        else read.delete(target);
      }
      // What is within another comes after it.
      const link = [...links.values()].findLast((_, index) => read.has(targets[index] ?? contents));
      if (!link || link === marked) return;
      marked?.removeAttribute('aria-current');
      link.setAttribute('aria-current', 'true');
      marked = link;
      const { top, bottom } = link.getBoundingClientRect();
      const view = contents.getBoundingClientRect();
      if (top < view.top || bottom > view.bottom) contents.scrollTop += top - view.top - view.height / 2;
    },
    // A line below the top of the window.
    { rootMargin: '-20% 0px -80% 0px' },
  );
  for (const target of targets) if (target) observer.observe(target);
}
