import { encodedPath } from '../../http/address.ts';
import { controlFiles } from '../../site/host-limits.ts';
import { rewrites } from '../../site/routing-rules.ts';
import { rewrite } from '../../site/rule-files.ts';

/** The URL paths that serve a file of a site; empty if none does. */
export function addressesOf(path: string): string[] {
  if (controlFiles.includes(path)) return [];
  const address = `/${encodedPath(path)}`;
  if (!address.endsWith('.html')) return [address];
  const page = address.slice(0, -'.html'.length);
  // The host serves a page at the path without `.html`, and redirects from the path with `.html`. A 404 page has
  // no such path, because the host serves it for unknown paths.
  return page.endsWith('/404') ? [] : [page.replace(/\/index$/, '/'), address];
}

/**
 * The URL paths that `_redirects` rewrites, as a list for each rule.
 *
 * @param files the paths of the site's files, for rules with placeholders
 */
export function rewrittenAddresses(files: readonly string[]): string[][] {
  return rewrites
    .filter(({ from, to }) => from !== to)
    .map(({ from, to }) => {
      if (!from.includes(':')) return [from];
      const back = [{ from: to, to: from }];
      return files.map((path) => rewrite(back, `/${path}`)).filter((address, index) => address !== `/${files[index]}`);
    });
}
