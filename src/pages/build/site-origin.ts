/** The origin in the examples of the pages: the site's or, if it isn't known, a placeholder that a script replaces. */
export function siteOrigin(url: string | undefined): string {
  return url ?? 'https://this-site';
}
