/** A rule that answers one address with the file of another, in the words of Cloudflare Pages' `_redirects`. */
export interface Rewrite {
  /** The address: `:name` stands for one segment of a path. */
  readonly from: string;
  readonly to: string;
}

/**
 * What makes the interface's addresses answer with files. The first rule that matches counts, and it counts whether or
 * not its file exists, so an address that ends in .json is first of all left as it is.
 *
 * `/api/convert` and `/api/historical` have no rule: no rule sees a query string, and a file in their place would answer
 * some other question.
 */
export const rewrites: readonly Rewrite[] = [
  { from: '/api/rates', to: '/api/rates.json' },
  { from: '/api/currencies', to: '/api/currencies.json' },
  { from: '/api/v1/rates', to: '/api/v1/rates.json' },
  { from: '/api/rates/:pair.json', to: '/api/rates/:pair.json' },
  { from: '/api/rates/:pair', to: '/api/rates/:pair.json' },
  { from: '/api/historical/:pair/:period.json', to: '/api/historical/:pair/:period.json' },
  { from: '/api/historical/:pair/:period', to: '/api/historical/:pair/:period.json' },
];

/** The rewrites as the text of a `_redirects` file. */
export function renderRewrites(rules: readonly Rewrite[]): string {
  return rules.map(({ from, to }) => `${from} ${to} 200\n`).join('');
}
