/** Maximum characters of a line. The middle of a longer message is cut, because the end often says what to do. */
const MAX_LENGTH = 2000;

/**
 * Characters with a special meaning for a terminal or GitHub Actions: line ends and other controls, marks that change
 * the writing direction, and workflow commands (`::` at the start of a line, `##[` anywhere).
 */
const MORE_THAN_TEXT = /(?<=^\s*):(?=:)|#(?=#\[)|[\p{C}\p{Zl}\p{Zp}]/gu;

/** Makes a message safe to print: one line without special characters, even if it quotes text from outside. */
export function oneLine(message: string): string {
  const half = MAX_LENGTH / 2;
  const text = message.length > MAX_LENGTH ? `${message.slice(0, half)} … ${message.slice(-half)}` : message;
  return text.replace(MORE_THAN_TEXT, escape);
}

/** Escapes a character as in a JavaScript string literal: `\n`, `\u001b`, `\u{e0001}`. */
function escape(character: string): string {
  if (character === '\n') return String.raw`\n`;
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
}
