/**
 * The locale for numbers: the first of the browser's languages that `Intl` accepts, otherwise English. Only the part
 * before `@` or `.` is used. For example, on a system with the POSIX locale, Chromium's language is `en-US@posix`,
 * which `Intl` rejects with a RangeError.
 */
export function localeFor(languages: readonly string[]): string {
  for (const language of languages) {
    try {
      const [locale] = Intl.getCanonicalLocales(language.replace(/[@.].*/, ''));
      if (locale !== undefined) return locale;
    } catch {
      // Try the next language.
    }
  }
  return 'en';
}

export function visitorLocale(): string {
  return localeFor(navigator.languages);
}
