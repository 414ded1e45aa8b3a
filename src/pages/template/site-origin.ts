/** The site's origin, for examples. If the origin isn't known, a placeholder, which the page's script replaces. */
export function siteOrigin(url: string | undefined): string {
  return url ?? 'https://this-site';
}
