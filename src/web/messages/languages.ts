/** The languages of the converter page, with their own names. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  pl: 'Polski',
  pt: 'Português',
  ar: 'العربية',
  ja: '日本語',
  zh: '简体中文',
} as const;

export type Language = keyof typeof languages;

/** The path of the converter page in a language. */
export function pathOfLanguage(language: Language): string {
  return language === 'en' ? '/' : `/${language}`;
}

/**
 * The language of the page for a visitor's language tag, such as `pt` for `pt-BR`; undefined if there is none. A visitor
 * who reads traditional characters (`zh-TW`) gets no page in simplified characters.
 *
 * @param tag a valid BCP 47 tag
 */
export function languageFor(tag: string): Language | undefined {
  const wanted = writtenForm(tag);
  return (Object.keys(languages) as Language[]).find((language) => writtenForm(language) === wanted);
}

/** The language and the script of a tag: `zh-TW` → `zh-Hant`. */
function writtenForm(tag: string): string {
  const { language, script = '' } = new Intl.Locale(tag).maximize();
  return `${language}-${script}`;
}
