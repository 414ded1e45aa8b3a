import { store, stored } from './stored.ts';

const NAME = 'ratesheet-language';

/** The parameter of a URL that names a language. */
export const LANGUAGE = 'lang';

/** The language that the visitor chose by hand. The URL has it, or the browser stores it. */
export function chosenLanguage(): string | undefined {
  return new URLSearchParams(location.search).get(LANGUAGE) ?? stored(NAME);
}

export function keepChosenLanguage(language: string): void {
  store(NAME, language);
}
