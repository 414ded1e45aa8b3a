import { keepChosenLanguage, LANGUAGE } from './chosen-language.ts';

/** Makes the menu of languages keep the page's query, and store the choice. */
export function enableLanguageSwitch(): void {
  // The menu isn't parsed yet. A link can open in a new tab with `auxclick` and from its own menu.
  for (const type of ['click', 'auxclick', 'contextmenu']) {
    addEventListener(type, ({ target }) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('#languages a') : null;
      if (!link) return;
      const query = new URLSearchParams(location.search);
      if (link.pathname === '/') query.set(LANGUAGE, link.hreflang);
      else query.delete(LANGUAGE);
      link.search = query.toString();
      keepChosenLanguage(link.hreflang);
    });
  }
}
