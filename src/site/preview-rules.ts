import type { HeaderRule, Rewrite } from './routing-rules.ts';

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
    const groups = toRegExp(from).exec(path)?.groups;
    if (groups) return to.replaceAll(PLACEHOLDER, (_, name: string) => groups[name] ?? '');
  }
  return path;
}

/** The headers that the rules give an address. */
export function headersFor(rules: readonly HeaderRule[], path: string): Record<string, string> {
  return Object.assign(
    {},
    ...rules.filter(({ pattern }) => toRegExp(pattern).test(path)).map(({ headers }) => headers),
  ) as Record<string, string>;
}

const PLACEHOLDER = /:([A-Za-z]\w*)/g;

function toRegExp(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '(?<splat>.*)')
    .replaceAll(PLACEHOLDER, '(?<$1>[^/]+)');
  return new RegExp(`^${source}(?<end>)$`);
}
