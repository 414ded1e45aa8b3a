import { dataHeaders, securityHeaders } from '../documents/headers.ts';

/** A rule that answers one address with the file of another: a line of Cloudflare Pages' `_redirects` with status 200. */
export interface Rewrite {
  /** The address: `:name` stands for one segment of a path. */
  readonly from: string;
  readonly to: string;
}

/** Headers for the answers whose address matches: a paragraph of Cloudflare Pages' `_headers`. */
export interface HeaderRule {
  /** The address: `*` stands for anything. */
  readonly pattern: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * What makes the interface's addresses answer with files. The first rule that matches counts, and it counts whether or
 * not its file exists, so an address that ends in .json is first of all left as it is.
 *
 * `/api/convert` and `/api/historical` have no rule: no rule sees a query string, and a file in their place would answer
 * some other question.
 */
export const rewrites: readonly Rewrite[] = [
  // No file is there: so that `/api` itself is not found in JSON, as all below it.
  { from: '/api', to: '/api/' },
  { from: '/api/rates', to: '/api/rates.json' },
  { from: '/api/currencies', to: '/api/currencies.json' },
  { from: '/api/v1/rates', to: '/api/v1/rates.json' },
  { from: '/api/v1/status', to: '/api/v1/status.json' },
  { from: '/api/rates/:pair.json', to: '/api/rates/:pair.json' },
  { from: '/api/rates/:pair', to: '/api/rates/:pair.json' },
  { from: '/api/historical/:pair/:period.json', to: '/api/historical/:pair/:period.json' },
  { from: '/api/historical/:pair/:period', to: '/api/historical/:pair/:period.json' },
];

/**
 * The page runs its own script, takes its own style and asks its own host, and nothing else can happen on it: text that
 * reaches the page by any way cannot become markup (trusted types) or send anything anywhere.
 */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** The viewer on the reference sets styles in its markup and draws icons from data: no way for a script to get in. */
const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** No address matches two rules that set the same header: Pages would join the values. */
export const headerRules: readonly HeaderRule[] = [
  { pattern: '/*', headers: securityHeaders },
  { pattern: '/', headers: { 'Content-Security-Policy': pagePolicy } },
  { pattern: '/docs', headers: { 'Content-Security-Policy': referencePolicy } },
  // Their names change with their content.
  { pattern: '/assets/*', headers: { 'Cache-Control': 'public, max-age=31536000, immutable' } },
  { pattern: '/api', headers: dataHeaders },
  { pattern: '/api/*', headers: dataHeaders },
  { pattern: '/series/*.json', headers: dataHeaders },
];

export function renderRewrites(rules: readonly Rewrite[]): string {
  return rules.map(({ from, to }) => `${from} ${to} 200\n`).join('');
}

export function renderHeaders(rules: readonly HeaderRule[]): string {
  return rules
    .map(({ pattern, headers }) => {
      const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
      return `${pattern}\n${lines.join('')}`;
    })
    .join('\n');
}
