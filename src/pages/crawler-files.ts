import { addresses } from '../documents/paths.ts';
import { escapeHtml } from './fill-template.ts';
import type { SiteFile } from './site-file.ts';

/** The pages that a search engine should know. */
const pages = ['/', '/docs', '/docs/switch', '/receipt'];

/** What stands before the pairs: `/api/rates/{pair}` → `/api/rates/`. */
const [beforePair] = addresses.pairDetail.split('{');

/**
 * What the Function answers is metered, and nothing that a search would find. The files below the same addresses end in
 * `.json`: of two rules that match, the longer one counts (RFC 9309), and who takes the first one finds it first.
 */
const rules = [
  'User-agent: *',
  `Allow: ${addresses.history}/*.json$`,
  `Allow: ${beforePair}*.json$`,
  `Disallow: ${addresses.history}`,
  `Disallow: ${beforePair}`,
  `Disallow: ${addresses.conversion}`,
  'Allow: /v1/*.json$',
  'Allow: /v2/*.json$',
  'Disallow: /v1/',
  'Disallow: /v2/',
  'Disallow: /oxr/',
]
  .map((line) => `${line}\n`)
  .join('');

/**
 * robots.txt, and sitemap.xml where the site's address is known: a sitemap must name its host in full, and so must the
 * line of robots.txt that points to it (https://www.sitemaps.org/protocol.html).
 */
export function crawlerFiles(url: string | undefined): SiteFile[] {
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
