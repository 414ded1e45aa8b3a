import { escapeHtml } from '../../pages/build/fill-template.ts';
import type { SiteFile } from '../../api/site-file.ts';

/**
 * Creates robots.txt and, if the site's URL is known, sitemap.xml and opensearch.xml, with which a browser can ask the
 * converter from its address bar. These files and the link in robots.txt need full URLs
 * (https://www.sitemaps.org/protocol.html).
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
    {
      path: 'opensearch.xml',
      body:
        '<?xml version="1.0" encoding="UTF-8"?>\n' +
        '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"><ShortName>Ratesheet</ShortName>' +
        '<Description>Converts currencies, such as 100 usd in eur</Description><InputEncoding>UTF-8</InputEncoding>' +
        `<Url type="text/html" template="${escapeHtml(url)}/?q={searchTerms}"/></OpenSearchDescription>\n`,
    },
  ];
}
