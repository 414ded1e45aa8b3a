import { z } from 'zod';

/** Serves one path from the file of another path: a line of Cloudflare Pages' `_redirects` with status 200. */
export interface Rewrite {
  /** The requested path. `:name` matches one segment. */
  readonly from: string;
  readonly to: string;
}

/** Headers for matching paths: a paragraph of Cloudflare Pages' `_headers`. */
export interface HeaderRule {
  /** The requested path. `*` matches any text. */
  readonly pattern: string;
  /** Headers of earlier rules that this rule removes: lines that begin with `!`. */
  readonly detach?: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}

/** The paths that the Function handles: Cloudflare Pages' `_routes.json`. Excluded paths are served as files. */
export const functionRoutesSchema = z.strictObject({
  version: z.literal(1),
  include: z.array(z.string().startsWith('/')).readonly(),
  exclude: z.array(z.string().startsWith('/')).readonly(),
});

export type FunctionRoutes = Readonly<z.infer<typeof functionRoutesSchema>>;

export function renderRewrites(rules: readonly Rewrite[]): string {
  return rules.map(({ from, to }) => `${from} ${to} 200\n`).join('');
}

export function renderHeaders(rules: readonly HeaderRule[]): string {
  return rules
    .map(({ pattern, detach = [], headers }) => {
      const lines = [
        ...detach.map((name) => `  ! ${name}\n`),
        ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`),
      ];
      return `${pattern}\n${lines.join('')}`;
    })
    .join('\n');
}

export function parseRewrites(text: string): Rewrite[] {
  return text
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .flatMap(([from, to]) => (from && to ? [{ from, to }] : []));
}

export function parseHeaders(text: string): HeaderRule[] {
  return text
    .split(/^(?=\S)/m)
    .map((paragraph) => paragraph.split('\n').filter((line) => line.trim() !== ''))
    .flatMap(([pattern, ...lines]) => {
      if (pattern === undefined) return [];
      const detach = lines.flatMap((line) => /^\s+! ([^:]+)$/.exec(line)?.[1] ?? []);
      const headers = lines.flatMap((line) => {
        const [, name, value] = /^\s+([^:]+):\s*(.*)$/.exec(line) ?? [];
        return name !== undefined && value !== undefined ? [[name, value] as const] : [];
      });
      return [{ pattern, ...(detach.length > 0 && { detach }), headers: Object.fromEntries(headers) }];
    });
}

/** Rewrites a path by the first matching rule. Without a matching rule, the path stays the same. */
export function rewrite(rules: readonly Rewrite[], path: string): string {
  for (const { from, to } of rules) {
    // Most rules have no placeholder and need no regular expression.
    const groups = from.includes(':') ? addressExpression(from).exec(path)?.groups : from === path && {};
    if (groups) return to.replaceAll(PLACEHOLDER, (_, name: string) => groups[name] ?? '');
  }
  return path;
}

/**
 * The headers of a path, by lower-case name. Pages joins the values of several rules with a comma, unless a later rule
 * detaches the earlier value.
 */
export function headersFor(rules: readonly HeaderRule[], address: string): Record<string, string> {
  const joined = new Headers();
  for (const { pattern, detach = [], headers } of rules) {
    if (!addressExpression(pattern).test(address)) continue;
    for (const name of detach) joined.delete(name);
    for (const [name, value] of Object.entries(headers)) joined.append(name, value);
  }
  return Object.fromEntries(joined);
}

/** Finds headers that several rules set for the same path without detaching the earlier value. */
export function doubleHeaders(
  rules: readonly HeaderRule[],
  addresses: readonly string[],
): { readonly name: string; readonly address: string }[] {
  const lowerCase = (name: string) => name.toLowerCase();
  const steps = rules.map(({ pattern, detach = [], headers }) => ({
    expression: addressExpression(pattern),
    detached: detach.map(lowerCase),
    names: Object.keys(headers).map(lowerCase),
  }));
  return addresses.flatMap((address) => {
    const set = new Set<string>();
    return steps.flatMap(({ expression, detached, names }) => {
      if (!expression.test(address)) return [];
      for (const name of detached) set.delete(name);
      const double = names.filter((name) => set.has(name));
      for (const name of names) set.add(name);
      return double.map((name) => ({ name, address }));
    });
  });
}

const PLACEHOLDER = /:([A-Za-z]\w*)/g;

/** Compiled rules. A server needs the same few rules for each request. */
const expressions = new Map<string, RegExp>();

function addressExpression(pattern: string): RegExp {
  const known = expressions.get(pattern);
  if (known) return known;
  const source = pattern
    .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '(?<splat>.*)')
    .replaceAll(PLACEHOLDER, '(?<$1>[^/]+)');
  const expression = new RegExp(`^${source}(?<end>)$`);
  expressions.set(pattern, expression);
  return expression;
}

/** Whether Cloudflare Pages calls the Function for a path. Exclude rules win, and a trailing slash doesn't matter. */
export function reachesFunction(
  { include, exclude }: Pick<FunctionRoutes, 'include' | 'exclude'>,
  path: string,
): boolean {
  const matches = (rule: string) => routeExpression(rule).test(path);
  return include.some(matches) && !exclude.some(matches);
}

/**
 * Keeps crawlers away from the Function's paths, because each request counts against the daily quota. Files below these
 * paths end in `.json` and are allowed. The rules that allow come first for older crawlers, which use the first
 * matching rule. Newer crawlers use the longest matching rule (RFC 9309).
 */
export function robotsRules(routes: FunctionRoutes): string[] {
  return routes.include.flatMap((route) => {
    const address = route.replace('/*', '');
    // The Function handles `/api/rates/*`, but `/api/rates` is a file.
    const start = routes.exclude.includes(address) ? `${address}/` : address;
    const hasFiles = !reachesFunction(routes, `${address}/x.json`);
    return [...(hasFiles ? [`Allow: ${start}*.json$`] : []), `Disallow: ${start}`];
  });
}

/** Regular expressions by rule, cached because the same few rules are matched often. */
const routeExpressions = new Map<string, RegExp>();

/** The regular expression of a rule in `_routes.json`. `/a/*` also matches `/a`. */
function routeExpression(rule: string): RegExp {
  const known = routeExpressions.get(rule);
  if (known) return known;
  const [, stem = rule, tail] = /^(.*?)(\/\*)?$/.exec(rule) ?? [];
  const escape = (text: string) => text.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*');
  const expression = new RegExp(`^${escape(stem)}${tail ? '(/.*)?' : '/?'}$`);
  routeExpressions.set(rule, expression);
  return expression;
}
