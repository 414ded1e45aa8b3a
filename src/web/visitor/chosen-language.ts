import { store, stored } from './stored.ts';

const NAME = 'ratesheet-language';

/** The language that the visitor chose by hand, which the browser stores. */
export function chosenLanguage(): string | undefined {
  return stored(NAME);
}

export function keepChosenLanguage(language: string): void {
  store(NAME, language);
}
