/**
 * The locale to write numbers in: the first of a browser's languages that `Intl` takes, English when it takes none.
 * Left to itself `Intl` can fail: on a system with the POSIX locale, Chromium's own is `en-US@posix`, which `Intl`
 * refuses with a RangeError, even as its default.
 */
export function localeFor(languages: readonly string[]): string {
  for (const language of languages) {
    try {
      const [locale] = Intl.getCanonicalLocales(language.replace(/[@.].*/, ''));
      if (locale !== undefined) return locale;
    } catch {
      // The next one may do.
    }
  }
  return 'en';
}

export function visitorLocale(): string {
  return localeFor(navigator.languages);
}
