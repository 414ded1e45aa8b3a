/** The languages of the converter page. */
export const languages = ['en', 'ar', 'de', 'es', 'fr', 'it', 'ja', 'pl', 'pt', 'zh', 'zh-Hant'] as const;

export type Language = (typeof languages)[number];

/** The path of the converter page in a language. */
export function pathOfLanguage(language: Language): string {
  return language === 'en' ? '/' : `/${language.toLowerCase()}`;
}

/** The path of the spreadsheet page in a language. */
export function pathOfSpreadsheet(language: Language): string {
  return language === 'en' ? '/spreadsheet' : `/spreadsheet-${language.toLowerCase()}`;
}

/**
 * The language of the page for a visitor's language tag, such as `pt` for `pt-BR`; undefined if there is none. Chinese
 * has two pages: a visitor from Taiwan or Hong Kong reads traditional characters.
 *
 * @param tag a valid BCP 47 tag
 */
export function languageFor(tag: string): Language | undefined {
  const [wanted] = tag.split('-');
  if (wanted === 'zh') return new Intl.Locale(tag).maximize().script === 'Hans' ? 'zh' : 'zh-Hant';
  return languages.find((language) => language === wanted);
}
