import type { IsoDate } from '../money/calendar.ts';
import { publicAddress } from '../text/address.ts';
import { FIRST_DAY, isDefaultProvider, type Provider } from './provider.ts';

/** URLs of the dataset's USD file. The documentation of exchange-api lists both servers. */
export const defaultMirrors = [
  'https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@latest/v1/currencies/usd.json',
  'https://latest.currency-api.pages.dev/v1/currencies/usd.json',
] as const;

/**
 * URLs of a past day's dataset on the servers of `defaultMirrors`, for {@link urlOn}. The first URL names the version of
 * the npm package. The second names a tag of the same version, and the source may stop setting tags.
 */
export const defaultDatedMirrors = [
  'https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@{version}/v1/currencies/usd.min.json',
  'https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@{date}/v1/currencies/usd.min.json',
  'https://{date}.currency-api.pages.dev/v1/currencies/usd.min.json',
] as const;

/** Whether a dated mirror's URL names the day. */
export function isDated(template: string): boolean {
  return template.includes('{date}') || template.includes('{version}');
}

/** A dated mirror's URL for a day. `{date}` becomes `2026-09-03`, and `{version}` the npm version `2026.9.3`. */
export function urlOn(date: IsoDate, template: string): string {
  const version = date.split('-').map(Number).join('.');
  return template.replaceAll('{date}', date).replaceAll('{version}', version);
}

/** Whether a URL is in {@link defaultMirrors} or {@link defaultDatedMirrors}. */
export function isDefaultMirror(url: string): boolean {
  return [...defaultMirrors, ...defaultDatedMirrors].some((own) => own === url);
}

/** The hosts of the default mirrors. All of their files are public, so no path is a key. */
const PUBLIC_HOST = /^(cdn\.jsdelivr\.net|[\w-]+\.currency-api\.pages\.dev)$/;

/**
 * The URL by which a mirror is published and printed. Another host's URL is published without its path, because any part
 * of the path may be a key.
 */
export function publicMirror(url: string): string {
  const { host, origin } = new URL(url);
  return PUBLIC_HOST.test(host) ? publicAddress(url) : origin;
}

/** The printable names of dated mirrors, each different. Mirrors on one host differ in their paths, which aren't published. */
export function datedMirrorNames(templates: readonly string[]): string[] {
  const names = templates.map((template) => publicMirror(urlOn(FIRST_DAY, template)));
  return names.map((name, index) => {
    const earlier = names.slice(0, index).filter((other) => other === name).length;
    return earlier === 0 ? name : `${name} (${earlier + 1})`;
  });
}

/**
 * The dated mirrors to use. By default, these are the default dated mirrors, but only if a default mirror is used too.
 * Otherwise the mirrors may have another source, and the rates of two sources must not be mixed.
 */
export function datedMirrorsFor(mirrors: readonly string[], named: readonly string[] | undefined): readonly string[] {
  const isDataset = mirrors.some((mirror) => defaultMirrors.some((own) => own === mirror));
  return named ?? (isDataset ? defaultDatedMirrors : []);
}

export interface DatedCopy {
  readonly url: string;
  /**
   * Whether the copy has the same bytes as the fetched file. The source writes each dataset in two formats, and other
   * mirrors may use a third format.
   */
  readonly isSameFile: boolean;
}

/**
 * The dated copy of a day's dataset; undefined if the source isn't known to keep dated copies.
 *
 * @param fetchedFrom the URL that the dataset was fetched from; undefined if it isn't known
 */
export function datedCopyOf(provider: Provider, date: IsoDate, fetchedFrom: string | undefined): DatedCopy | undefined {
  if (!isDefaultProvider(provider)) return undefined;
  const [template] = defaultDatedMirrors;
  const url = urlOn(date, template);
  const own = [...defaultMirrors, ...defaultDatedMirrors].map((mirror) => urlOn(date, mirror));
  const name = own.find((mirror) => mirror === fetchedFrom)?.replace(/^.*\//, '');
  return { url: name === undefined ? url : url.replace(/[^/]+$/, name), isSameFile: name !== undefined };
}
