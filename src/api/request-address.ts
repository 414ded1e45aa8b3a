/**
 * The URL of a request. A parameter in braces in `address` goes into the path, and any other parameter into the query.
 *
 * @param address the path as OpenAPI writes it: `/api/rates/{from}-to-{to}`
 * @param values by parameter name; empty values are omitted from the query
 */
export function requestAddress(address: string, values: ReadonlyMap<string, string>): string {
  const path = address.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(values.get(name) ?? ''));
  const query = Array.from(values)
    .filter(([name, value]) => value !== '' && !address.includes(`{${name}}`))
    .map(([name, value]) => `${name}=${encode(value)}`)
    .join('&');
  return query === '' ? path : `${path}?${query}`;
}

/** Keeps commas, which are valid and easier to read. Encodes single quotes, which would end a shell's string. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('%2C', ',').replaceAll("'", '%27');
}
