/** Quotes a text from outside for a message, and escapes its quotes and line ends. @param most maximum length */
export function quoted(text: string, most = 100): string {
  return JSON.stringify(text.length > most ? `${text.slice(0, most)}…` : text);
}

/** Quotes a name, such as a key or a path, only if it has unusual characters. */
export function quoteName(name: string): string {
  return /^[\w./-][\w./?=&:%-]{0,99}$/.test(name) ? name : quoted(name);
}
