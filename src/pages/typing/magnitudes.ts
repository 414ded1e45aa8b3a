import { keyOf } from './word-list.ts';

/** Words that multiply, which people use in several languages, and their powers of ten. */
const COMMON = {
  ...{ k: 3, grand: 3, tsd: 3, 千: 3, 천: 3, 万: 4, 萬: 4, 만: 4, lakh: 5, lakhs: 5, lac: 5, lacs: 5 },
  ...{ m: 6, mm: 6, mn: 6, mio: 6, mln: 6, crore: 7, crores: 7, 亿: 8, 億: 8, 억: 8, b: 9, bn: 9, mrd: 9, mld: 9 },
};

/** Words that multiply in a single language, although `Intl` doesn't print them: German accounts are in T€. */
const OWN: Readonly<Record<string, Readonly<Record<string, number>>>> = { de: { t: 3 } };

/** The largest power of ten whose word is looked up. Few languages have words for larger numbers. */
const MAX_POWER = 13;

/**
 * The words that multiply the number before them, such as `k` and `million`, with their powers of ten. The words of the
 * visitor's language come from `Intl`'s compact numbers and replace the common words: in Spanish, `b` is 10¹².
 */
export function magnitudesOf(locale: string): ReadonlyMap<string, number> {
  const { language, region = 'US' } = new Intl.Locale(locale).maximize();
  const english = [...compactWords('en'), ...compactWords(`en-${region}`)];
  return new Map([
    ...Object.entries(COMMON),
    // Single letters of another language could be units of the visitor's language.
    ...english.filter(([word]) => word.length > 1 || language === 'en'),
    ...Object.entries(OWN[language] ?? {}),
    ...compactWords(locale),
  ]);
}

function compactWords(locale: string): Map<string, number> {
  const powers = new Map<string, number>();
  for (const compactDisplay of ['short', 'long'] as const) {
    const format = new Intl.NumberFormat(locale, { notation: 'compact', compactDisplay, numberingSystem: 'latn' });
    for (let power = 3; power <= MAX_POWER; power++) {
      // The word depends on the number: 1 Million, 1,5 Millionen.
      for (const count of [1, 1.5, 2, 5]) {
        const parts = format.formatToParts(count * 10 ** power);
        const printedAs = (wanted: string) => parts.filter(({ type }) => type === wanted).map(({ value }) => value);
        const key = keyOf(printedAs('compact').join(' '));
        // Some languages print only the word: mille.
        const printed = Number(printedAs('integer').join('')) || count;
        // A word of the largest numbers can consist of words of smaller numbers, which come first.
        if (key !== '' && !powers.has(key)) powers.set(key, power - Math.round(Math.log10(printed / count)));
      }
    }
  }
  return powers;
}
