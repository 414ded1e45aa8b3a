import { addressOf } from '../../api/site-file.ts';
import { controlFiles } from '../../site/host-limits.ts';
import { rewrites } from '../../site/routing-rules.ts';
import { rewrite } from '../../site/rule-files.ts';

/** The URL paths that serve a file of a site; empty if none does. */
export function addressesOf(path: string): string[] {
  if (controlFiles.includes(path)) return [];
  const [address, file] = [addressOf(path), `/${path}`];
  // The host serves a 404 page for unknown paths.
  if (file.endsWith('/404.html')) return [];
  // The host redirects from the path of a page with `.html`.
  return address === file ? [address] : [address, file];
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
