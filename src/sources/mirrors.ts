/**
 * The dataset's USD file on the content delivery networks that its project names, in the order in which to try them.
 */
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
 * The URLs with a date to request. Without any named, the dataset's own mirrors have theirs. Other mirrors have none,
 * because they may serve another source, whose rates must not be mixed with this dataset's.
 */
export function datedMirrorsFor(mirrors: readonly string[], named: readonly string[] | undefined): readonly string[] {
  const isDataset = mirrors.some((mirror) => defaultMirrors.some((own) => own === mirror));
  return named ?? (isDataset ? defaultDatedMirrors : []);
}

/** Where the source itself keeps the dataset of a day. */
export interface DatedCopy {
  readonly url: string;
  /**
   * Whether its bytes are those that were fetched: the source writes each dataset in two ways, and others may in a
   * third.
   */
  readonly isSameFile: boolean;
}

/** @param fetchedFrom the address that the dataset was fetched from; undefined where nobody knows */
export function datedCopyOf(date: string, fetchedFrom: string | undefined): DatedCopy {
  const [template] = defaultDatedMirrors;
  const url = template.replace('{date}', date);
  const own = [...defaultMirrors, ...defaultDatedMirrors].map((mirror) => mirror.replace('{date}', date));
  const name = own.find((mirror) => mirror === fetchedFrom)?.replace(/^.*\//, '');
  return { url: name === undefined ? url : url.replace(/[^/]+$/, name), isSameFile: name !== undefined };
}
