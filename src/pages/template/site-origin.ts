/** What stands for the site's address in what is to be copied. Where nobody knows it, the reference's script does. */
export function siteOrigin(url: string | undefined): string {
  return url ?? 'https://this-site';
}
