/** Maximum fields of an object in our responses. An object with more entries is a map, such as rates by currency. */
export const MAX_FIELDS = 16;
/** Number of entries of a long list or map that an example shows, and number of rows of a table. */
export const SHOWN = 3;

/**
 * A copy of an OpenAPI document, in which long lists, maps and tables in examples have only their first entries. Complete
 * examples would be most of the document.
 */
export function withShortExamples(document: object): object {
  return copy(document) as object;
}

function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, key === 'example' ? shortExample(entry) : copy(entry)]),
  );
}

export function shortExample(value: unknown): unknown {
  if (typeof value === 'string') return value.split(/(?<=\n)/, SHOWN + 1).join('');
  if (Array.isArray(value)) return value.slice(0, value.length > SHOWN + 1 ? SHOWN : undefined).map(shortExample);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.slice(0, entries.length > MAX_FIELDS ? SHOWN : undefined).map(([key, entry]) => [key, shortExample(entry)]),
  );
}
