/**
 * Joins sentences of a text. Japanese and Chinese have no space between sentences.
 *
 * @param language a BCP 47 tag
 */
export function joinSentences(sentences: readonly string[], language: string): string {
  return sentences.join(/^(ja|zh)\b/.test(language) ? '' : ' ');
}
