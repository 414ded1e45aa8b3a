import { keyOf } from './currency-words.ts';

/** Words that multiply, which people use in several languages, and their powers of ten. */
const COMMON = {
  ...{ k: 3, grand: 3, tsd: 3, 千: 3, 천: 3, 万: 4, 萬: 4, 만: 4, lakh: 5, lakhs: 5, lac: 5, lacs: 5 },
  ...{ m: 6, mm: 6, mn: 6, mio: 6, mln: 6, crore: 7, crores: 7, 亿: 8, 億: 8, 억: 8, b: 9, bn: 9, mrd: 9, mld: 9 },
};

/**
 * The words that multiply the number before them, such as `k` and `million`, with their powers of ten. The words of the
 * visitor's language come from `Intl`'s compact numbers and replace the common words: in Spanish, `b` is 10¹².
 */
export function magnitudesOf(locale: string): ReadonlyMap<string, number> {
  const { region } = new Intl.Locale(locale).maximize();
  return new Map([
    ...Object.entries(COMMON),
    // Single letters of another language could be units of the visitor's language.
    ...compactWords('en').filter(([word]) => word.length > 1),
    ...compactWords(`en-${region ?? 'US'}`),
    ...compactWords(locale),
  ]);
}

function compactWords(locale: string): [word: string, power: number][] {
  return (['short', 'long'] as const).flatMap((compactDisplay) => {
    const format = new Intl.NumberFormat(locale, { notation: 'compact', compactDisplay, numberingSystem: 'latn' });
    return Array.from({ length: 11 }, (_, index) => index + 3).flatMap((power) =>
      // The word depends on the number: 1 Million, 2 Millionen.
      [1, 2, 5].flatMap((count): [string, number][] => {
        const parts = format.formatToParts(count * 10 ** power);
        const printedAs = (wanted: string) => parts.filter(({ type }) => type === wanted).map(({ value }) => value);
        const [word] = printedAs('compact');
        // Some languages print only the word: mille.
        const printed = Number(printedAs('integer').join('')) || count;
        return word === undefined ? [] : [[keyOf(word), power - Math.round(Math.log10(printed / count))]];
      }),
    );
  });
}
