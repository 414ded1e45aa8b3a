/**
 * The kind and the length of a text, without any of its characters. What is wrong with a server's response is published.
 * So its text may not be quoted: it may contain a key, or be meant for assistants and people who read the message.
 */
export function described(text: string): string {
  if (text === '') return 'empty';
  const length = text.length === 1 ? '1 character' : `${text.length} characters`;
  return `${kindOf(text.replace(/^\uFEFF/, '').trimStart())}, ${length}`;
}

function kindOf(text: string): string {
  // Text in another encoding, and compressed data, have characters that no text has.
  if (/(?!\s)[\p{Cc}\uFFFD]/u.test(text.slice(0, SEEN))) return 'binary data';
  if (text.startsWith('<')) return /^<\?xml/i.test(text) ? 'XML' : 'HTML';
  return /^[[{]/.test(text) ? 'incomplete or invalid JSON' : 'text';
}

/** Number of characters that decide whether a text is binary data. */
const SEEN = 1000;
