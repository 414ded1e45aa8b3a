/** Quotes a text from outside for a message, and escapes its quotes and line ends. @param most maximum length */
export function quoted(text: string, most = 100): string {
  return JSON.stringify(text.length > most ? `${text.slice(0, most)}…` : text);
}

/** Quotes a name, such as a key or a path, only if it has unusual characters. */
export function quoteName(name: string): string {
  return /^[\w./-][\w./?=&:%-]{0,99}$/.test(name) ? name : quoted(name);
}

/**
 * Describes a text from a server for a message: its kind and its length. Messages about responses are published, so they
 * don't quote a response. It may contain a key, or instructions to assistants that read the message.
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
