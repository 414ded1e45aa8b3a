import { keepChosenLanguage } from './chosen-language.ts';

/** Makes the menu of languages keep the page's query, and store the choice. */
export function enableLanguageSwitch(): void {
  // The menu isn't parsed yet. A new tab opens with `auxclick`.
  for (const type of ['click', 'auxclick']) {
    addEventListener(type, ({ target }) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('#languages a') : null;
      if (!link) return;
      link.search = location.search;
      keepChosenLanguage(link.hreflang);
    });
  }
}
