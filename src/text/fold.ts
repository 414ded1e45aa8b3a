/** Letters that don't decompose into a letter and an accent, and how visitors type them. */
const PLAIN_LETTERS = new Map(Object.entries({ ł: 'l', ø: 'o', đ: 'd', ð: 'd', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe' }));

/** Converts a text to lower case without accents, so that `zloty` finds the złoty. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll('’', "'")
    .trim()
    .toLowerCase()
    .replaceAll(/[łøđðıßæœ]/g, (letter) => PLAIN_LETTERS.get(letter) ?? letter);
}
