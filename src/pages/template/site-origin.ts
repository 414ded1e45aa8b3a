/** The site's origin for code to copy. If it isn't known, a placeholder that the page's script replaces. */
export function siteOrigin(url: string | undefined): string {
  return url ?? 'https://this-site';
}
