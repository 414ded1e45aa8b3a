/**
 * Replaces the characters that keyboards, input methods and `Intl` have for the same thing: digits of any script become
 * `0` to `9`, full-width signs become narrow, every kind of space becomes a plain space, and every kind of apostrophe
 * becomes `'`. Invisible marks are removed.
 */
export function plainText(text: string): string {
  // Most texts are of ASCII, and a file has many.
  if (/^[ -~]*$/.test(text)) return text.replaceAll('`', "'").trim();
  // In 三十 and 一万五千, the digits are words.
  const hasHanWords = /[十百千]/.test(text);
  return text
    .replaceAll(/[\u3000\uff01-\uffee]+/g, (wide) => wide.normalize('NFKC'))
    .replaceAll(/(?<=[۰-۹])\/(?=[۰-۹])/g, '٫') // In Persian, a slash is typed for the decimal separator.
    .replaceAll(/[〇一二三四五六七八九]/g, (digit) => (hasHanWords ? digit : String(HAN_DIGITS.indexOf(digit))))
    .replaceAll(/\p{Nd}/gu, (digit) => String(valueOf(digit)))
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s/g, ' ')
    .replaceAll(/[‘’ʼ′`´]/g, "'")
    .replaceAll('‑', '-')
    .replaceAll('。', '.')
    .replaceAll(/[、،]/g, ',')
    .trim();
}

const HAN_DIGITS = '〇一二三四五六七八九';

/** A decimal digit's value. In Unicode, each script's ten digits are consecutive, with no digit before them. */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return value;
}
