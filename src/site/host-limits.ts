/**
 * Cloudflare Pages' limits, the same on every plan.
 * Sources: https://developers.cloudflare.com/pages/platform/limits/ (files),
 * https://developers.cloudflare.com/pages/configuration/redirects/ and …/headers/,
 * https://developers.cloudflare.com/pages/functions/routing/#functions-invocation-routes
 */
export const pagesLimits = {
  fileBytes: 25 * 1024 * 1024,
  /** Rules in `_redirects` without a placeholder or `*`. */
  staticRedirects: 2000,
  /** Rules in `_redirects` with a placeholder or `*`. */
  dynamicRedirects: 100,
  /** Characters of a line of `_redirects`. */
  redirectCharacters: 1000,
  headerRules: 100,
  /** Characters of a line of `_headers`. */
  headerCharacters: 2000,
  /** Rules in `_routes.json`, include and exclude together. */
  routes: 100,
  /** Characters of a rule in `_routes.json`. */
  routeCharacters: 100,
};

export type HostLimits = Readonly<typeof pagesLimits>;

/** Maximum number of files on Cloudflare's Free plan and on a paid plan. */
export const FREE_PLAN_FILES = 20_000;
export const PAID_PLAN_FILES = 100_000;

/**
 * The files for Cloudflare Pages: rules for headers and routing, and the Function. They are uploaded separately and
 * don't count against the file limit.
 */
export const controlFiles: readonly string[] = ['_headers', '_redirects', '_routes.json', '_worker.js'];
