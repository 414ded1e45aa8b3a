/** The dataset's USD file on the content delivery networks that its project names, in the order in which to try them. */
export const defaultMirrors = [
  'https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@latest/v1/currencies/usd.json',
  'https://latest.currency-api.pages.dev/v1/currencies/usd.json',
] as const;

/** Where the dataset of a day that is past is: the same networks, `{date}` for the day. */
export const defaultDatedMirrors = [
  'https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@{date}/v1/currencies/usd.min.json',
  'https://{date}.currency-api.pages.dev/v1/currencies/usd.min.json',
] as const;

/**
 * Where the source itself keeps the dataset of a day.
 *
 * @param fetchedFrom the address that it was fetched from, where that is known: a file of the same name has the same bytes,
 *   and the source writes the dataset in two ways
 */
export function datedCopyOf(date: string, fetchedFrom?: string): string {
  const [template] = defaultDatedMirrors;
  const [, name = ''] = /\/(usd(?:\.min)?\.json)$/.exec(fetchedFrom ?? '') ?? [];
  return template.replace('{date}', date).replace(/[^/]+$/, (usual) => name || usual);
}
