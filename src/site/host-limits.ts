export interface HostLimits {
  readonly fileBytes: number;
  /** Rules in `_redirects` without a placeholder or splat, and with one. */
  readonly staticRedirects: number;
  readonly dynamicRedirects: number;
  /** Characters of a line of `_redirects`. */
  readonly redirectCharacters: number;
  readonly headerRules: number;
  /** Characters of a line of `_headers`. */
  readonly headerCharacters: number;
  /** Rules in `_routes.json`, include and exclude together. */
  readonly routes: number;
  /** Characters of a rule in `_routes.json`. */
  readonly routeCharacters: number;
}

/**
 * Cloudflare Pages' limits, the same on every plan.
 * Sources: https://developers.cloudflare.com/pages/platform/limits/ (files),
 * https://developers.cloudflare.com/pages/configuration/redirects/ and …/headers/,
 * https://developers.cloudflare.com/pages/functions/routing/#functions-invocation-routes
 */
export const pagesLimits: HostLimits = {
  fileBytes: 25 * 1024 * 1024,
  staticRedirects: 2000,
  dynamicRedirects: 100,
  redirectCharacters: 1000,
  headerRules: 100,
  headerCharacters: 2000,
  routes: 100,
  routeCharacters: 100,
};

/** Files that Cloudflare Pages takes on the Free plan, and on a paid one. */
export const FREE_PLAN_FILES = 20_000;
export const PAID_PLAN_FILES = 100_000;

/** Files that tell Cloudflare Pages what to do. They are uploaded apart and do not count as files of the site. */
export const controlFiles: readonly string[] = ['_headers', '_redirects', '_routes.json', '_worker.js'];
