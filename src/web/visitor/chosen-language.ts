const NAME = 'ratesheet-language';

/** The language that the visitor chose by hand, which the browser stores. */
export function chosenLanguage(): string | undefined {
  try {
    return localStorage.getItem(NAME) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepChosenLanguage(language: string): void {
  try {
    localStorage.setItem(NAME, language);
  } catch {
    // The storage is full or isn't allowed. The link still leads to the page in the chosen language.
  }
}
