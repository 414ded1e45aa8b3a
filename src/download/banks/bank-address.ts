import { banks } from '../../sources/banks.ts';

/** The keys of the banks to ask. If a bank has an address, it's used as in {@link urlAt}. */
export type BankAddresses = ReadonlyMap<string, string | undefined>;

/** The banks whose terms the authors have read. A site asks these, unless its operator names others. */
export const defaultBanks: BankAddresses = new Map(
  banks.filter(({ terms }) => typeof terms === 'string').map(({ key }) => [key, undefined]),
);

/**
 * The URL of a bank's response on another server.
 *
 * @param address an origin such as `http://127.0.0.1:8000`, which replaces the bank's origin; or the URL of a file, which
 * replaces the whole URL; undefined for the bank's own server
 */
export function urlAt(address: string | undefined, url: string): string {
  if (address === undefined) return url;
  const { pathname, search } = new URL(url);
  return isOrigin(address) ? new URL(pathname + search, address).href : address;
}

export function isOrigin(address: string): boolean {
  const { pathname, search } = new URL(address);
  return pathname === '/' && search === '';
}
