import { z } from 'zod';

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

/** Which addresses the Function answers: Cloudflare Pages' `_routes.json`. What is excluded, a file answers for free. */
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
    .map(({ pattern, headers }) => {
      const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
      return `${pattern}\n${lines.join('')}`;
    })
    .join('\n');
}

/** The rewrites that a `_redirects` file holds. */
export function parseRewrites(text: string): Rewrite[] {
  return text
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .flatMap(([from, to]) => (from && to ? [{ from, to }] : []));
}

/** The rules that a `_headers` file holds. */
export function parseHeaders(text: string): HeaderRule[] {
  return text
    .split(/^(?=\S)/m)
    .map((paragraph) => paragraph.split('\n').filter((line) => line.trim() !== ''))
    .flatMap(([pattern, ...lines]) => {
      if (pattern === undefined) return [];
      const headers = lines.map((line) => /^\s+([^:]+):\s*(.*)$/.exec(line)?.slice(1) ?? []);
      return [{ pattern, headers: Object.fromEntries(headers) as Record<string, string> }];
    });
}

/** The address that is answered instead: by the first rule that matches, otherwise the same. */
export function rewrite(rules: readonly Rewrite[], path: string): string {
  for (const { from, to } of rules) {
    const groups = addressExpression(from).exec(path)?.groups;
    if (groups) return to.replaceAll(PLACEHOLDER, (_, name: string) => groups[name] ?? '');
  }
  return path;
}

/** The headers that the rules give an address, by lower-case name. What several of them set, Pages joins with a comma. */
export function headersFor(rules: readonly HeaderRule[], address: string): Record<string, string> {
  const joined = new Headers();
  for (const { pattern, headers } of rules) {
    if (!addressExpression(pattern).test(address)) continue;
    for (const [name, value] of Object.entries(headers)) joined.append(name, value);
  }
  return Object.fromEntries(joined);
}

/** Where several rules set the same header for one of these addresses. */
export function doubleHeaders(
  rules: readonly HeaderRule[],
  addresses: readonly string[],
): { readonly name: string; readonly address: string }[] {
  const setters = rules.flatMap(({ pattern, headers }) =>
    Object.keys(headers).map((name) => ({ name: name.toLowerCase(), pattern: addressExpression(pattern) })),
  );
  return [...Map.groupBy(setters, ({ name }) => name)].flatMap(([name, ofName]) =>
    ofName.length === 1
      ? []
      : addresses
          .filter((address) => ofName.filter(({ pattern }) => pattern.test(address)).length > 1)
          .map((address) => ({ name, address })),
  );
}

const PLACEHOLDER = /:([A-Za-z]\w*)/g;

function addressExpression(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '(?<splat>.*)')
    .replaceAll(PLACEHOLDER, '(?<$1>[^/]+)');
  return new RegExp(`^${source}(?<end>)$`);
}

/** Whether the Function answers an address, as Cloudflare Pages decides: exclude wins, a final slash does not matter. */
export function reachesFunction(
  { include, exclude }: Pick<FunctionRoutes, 'include' | 'exclude'>,
  path: string,
): boolean {
  const matches = (rule: string) => routeExpression(rule).test(path);
  return include.some(matches) && !exclude.some(matches);
}

/** `/a/*` also matches `/a`. */
function routeExpression(rule: string): RegExp {
  const [, stem = rule, tail] = /^(.*?)(\/\*)?$/.exec(rule) ?? [];
  const escape = (text: string) => text.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*');
  return new RegExp(`^${escape(stem)}${tail ? '(/.*)?' : '/?'}$`);
}
