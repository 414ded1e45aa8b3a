/** Characters of a line. What is longer loses its middle: its end often says what to do. */
const MAX_LENGTH = 2000;

/**
 * What is more than text to a terminal or to GitHub Actions: line ends and other controls, marks that turn the direction
 * of writing, and what makes a line a workflow command: `::` at its beginning, `##[` anywhere.
 */
const MORE_THAN_TEXT = /(?<=^\s*):(?=:)|#(?=#\[)|[\p{C}\p{Zl}\p{Zp}]/gu;

/** A message as it may be shown: one line, whatever somebody else wrote into it. */
export function oneLine(message: string): string {
  const half = MAX_LENGTH / 2;
  const text = message.length > MAX_LENGTH ? `${message.slice(0, half)} … ${message.slice(-half)}` : message;
  return text.replace(MORE_THAN_TEXT, escape);
}

/** As a JavaScript string literal writes it: `\n`, `\u001b`, `\u{e0001}`. */
function escape(character: string): string {
  if (character === '\n') return String.raw`\n`;
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
}
