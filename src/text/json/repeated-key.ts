/** Matches a brace or a whole string, and the colon after the string if it's a key. */
const TOKEN = /[{}]|"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g;

/**
 * Whether an object of a JSON text has a key twice. `JSON.parse` would return only the last of the values, so their order
 * would decide.
 *
 * @param text valid JSON
 */
export function hasRepeatedKey(text: string): boolean {
  /** The keys so far of each object that isn't closed yet. */
  const open: Set<string>[] = [];
  for (const [token, colon] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon !== undefined) {
      const key = JSON.parse(token.slice(0, -colon.length)) as string;
      if (open.at(-1)?.has(key)) return true;
      open.at(-1)?.add(key);
    }
  }
  return false;
}
