import type { TextLocales } from '../../money/currencies/money-format.ts';
import { languageFor, languages as ours, type Language } from '../texts/languages.ts';
import { chosenLanguage } from './chosen-language.ts';

/**
 * The browser's languages that `Intl` accepts. Only the part before `@` or `.` is used. For example, on a system with
 * the POSIX locale, Chromium's language is `en-US@posix`, which `Intl` rejects with a RangeError.
 */
export function acceptedTags(languages: readonly string[]): string[] {
  return languages.flatMap((language) => {
    try {
      return Intl.getCanonicalLocales(language.replace(/[@.].*/, ''));
    } catch {
      return [];
    }
  });
}

export interface Visitor {
  /** The browser's languages, the preferred language first. */
  readonly languages: readonly string[];
  /** The language that the visitor chose by hand. */
  readonly chosen?: string | undefined;
}

/** The language of the converter page for a visitor: the chosen language, or the first that has a page. */
export function languageOf({ languages, chosen }: Visitor): Language {
  const isChosen = (language: string) => language === chosen;
  return ours.find(isChosen) ?? acceptedTags(languages).flatMap((tag) => languageFor(tag) ?? [])[0] ?? 'en';
}

/**
 * The locales of a page's texts. Words are always in the page's language, in the visitor's regional form if the browser
 * has one. Numbers have the same locale, with one exception: if the visitor's preferred language has no page, the
 * English page keeps the visitor's own separators.
 *
 * @param page the page's language
 */
export function localesFor(page: string, { languages, chosen }: Visitor): TextLocales {
  const tags = acceptedTags(languages);
  const words = tags.find((tag) => languageFor(tag) === page) ?? page;
  const [preferred] = tags;
  const isForeign = page === 'en' && chosen !== page && preferred !== undefined && !languageFor(preferred);
  return { words, numbers: isForeign ? preferred : words };
}

/** This browser's visitor. */
export function visitor(): Visitor {
  return { languages: navigator.languages, chosen: chosenLanguage() };
}

/** The locales of this page's texts for this visitor. */
export function visitorLocales(): TextLocales {
  return (known ??= localesFor(document.documentElement.lang, visitor()));
}

/** The page's URL can lose the language later. */
let known: TextLocales | undefined;

/** The locale of numbers that the visitor reads and types. */
export function visitorLocale(): string {
  return visitorLocales().numbers;
}
