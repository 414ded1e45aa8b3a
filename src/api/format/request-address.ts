/**
 * The address that asks an endpoint: a value that the endpoint's own address names goes there, any other into the query.
 *
 * @param address as OpenAPI writes it: `/api/rates/{from}-to-{to}`
 * @param values by parameter; one that is empty is left out of the query
 */
export function requestAddress(address: string, values: ReadonlyMap<string, string>): string {
  const path = address.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(values.get(name) ?? ''));
  const query = Array.from(values)
    .filter(([name, value]) => value !== '' && !address.includes(`{${name}}`))
    .map(([name, value]) => `${name}=${encode(value)}`)
    .join('&');
  return query === '' ? path : `${path}?${query}`;
}

/** A comma may stand in an address as it is, and is easier to read so. A quote may too, but ends what a shell is given. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('%2C', ',').replaceAll("'", '%27');
}
