/**
 * Whether a text differs from a word by one slip of the keyboard: a missing, additional or wrong letter, or two
 * exchanged letters. Texts of two letters or fewer are too short to tell.
 */
export function isTypo(text: string, word: string): boolean {
  if (text.length < 3 || word.length < 3) return false;
  let begin = 0;
  while (begin < text.length && text[begin] === word[begin]) begin++;
  const [rest, wanted] = [text.slice(begin), word.slice(begin)];
  const [first = '', second = ''] = rest;
  const isExchanged = `${second}${first}${rest.slice(2)}` === wanted;
  return isExchanged || rest.slice(1) === wanted || rest === wanted.slice(1) || rest.slice(1) === wanted.slice(1);
}
