import { fold } from '../../text/fold.ts';

/**
 * The currencies that words name, by code. A word is found as it's written, or else without its accents: `zl` finds the
 * `zł`, but `d` doesn't find the `đ`, because a plain letter is never a word.
 */
export class WordList {
  readonly #codes = new Map<string, Set<string>>();

  add(code: string, words: readonly string[]): void {
    for (const key of new Set(words.flatMap(keysOf))) {
      if (key === '' || isPlainLetter(key)) continue;
      this.#codes.set(key, (this.#codes.get(key) ?? new Set()).add(code));
    }
  }

  get(word: string): ReadonlySet<string> {
    const [exact, folded] = keysOf(word).map((key) => this.#codes.get(key));
    return exact ?? folded ?? new Set();
  }
}

function keysOf(word: string): [exact: string, folded: string] {
  const short = word.replaceAll(JOINTS, '');
  return [short.toLowerCase(), fold(short)];
}

/** A word in the form in which words are compared: `US-Dollars` → `usdollars`, `Rs.` → `rs`, `$ US` → `$us`. */
export function keyOf(word: string): string {
  return fold(word.replaceAll(JOINTS, ''));
}

/** Signs between or after the parts of a word, and invisible marks. */
const JOINTS = /[\s.'’"״׳־·・‑–-]|\p{Cf}/gu;

/** Han and Hangul characters are whole words, and `đ` is the sign for đồng. */
function isPlainLetter(key: string): boolean {
  return /^\p{L}$/u.test(key) && !/^[\p{Script=Han}\p{Script=Hangul}đ]$/u.test(key);
}
