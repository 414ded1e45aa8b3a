/**
 * A text that is not ours, as part of a message: in quotes, its own quotes and line ends escaped.
 *
 * @param most characters after which it is cut: enough to know the text by
 */
export function quote(text: string, most = 100): string {
  return JSON.stringify(text.length > most ? `${text.slice(0, most)}…` : text);
}

/** The same for what is a name as a rule, such as a key or a path: a plain one stands as it is. */
export function quoteName(name: string): string {
  return /^[\w./-][\w./?=&:%-]{0,99}$/.test(name) ? name : quote(name);
}
