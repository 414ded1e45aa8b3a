/** Characters of a quotation: enough to know the text by. */
const MAX_LENGTH = 100;

/** A text that is not ours, as part of a message: in quotes, its own quotes and line ends escaped, cut where it is long. */
export function quote(text: string): string {
  return JSON.stringify(text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text);
}

/** The same for what is a name as a rule, such as a key or a path: a plain one stands as it is. */
export function quoteName(name: string): string {
  return /^[\w./-]{1,100}$/.test(name) ? name : quote(name);
}
