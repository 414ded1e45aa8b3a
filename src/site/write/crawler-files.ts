import { escapeHtml } from '../../pages/build/fill-template.ts';
import type { SiteFile } from '../../api/site-file.ts';

/**
 * Creates robots.txt and, if the site's URL is known, sitemap.xml. The sitemap and the link to it in robots.txt need
 * full URLs (https://www.sitemaps.org/protocol.html).
 *
 * @param robotsRules the lines of robots.txt after `User-agent`
 * @param pages paths of the pages that search engines should list
 */
export function crawlerFiles(
  url: string | undefined,
  robotsRules: readonly string[],
  pages: readonly string[],
): SiteFile[] {
  const rules = ['User-agent: *', ...robotsRules].map((line) => `${line}\n`).join('');
  if (url === undefined) return [{ path: 'robots.txt', body: rules }];
  const entries = pages.map((page) => `<url><loc>${escapeHtml(url + page)}</loc></url>`);
  return [
    { path: 'robots.txt', body: `${rules}\nSitemap: ${url}/sitemap.xml\n` },
    {
      path: 'sitemap.xml',
      body:
        '<?xml version="1.0" encoding="UTF-8"?>\n' +
        `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>\n`,
    },
  ];
}
