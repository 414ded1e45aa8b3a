import { z } from 'zod';
import type { CatalogueEntry } from '../currencies/catalogue.ts';
import { pairSlug } from '../documents/paths.ts';
import { type HostLimits, pagesLimits } from './host-limits.ts';

/** Which addresses the Function answers: Cloudflare Pages' `_routes.json`. What is excluded, a file answers for free. */
export const functionRoutesSchema = z.strictObject({
  version: z.literal(1),
  include: z.array(z.string().startsWith('/')).readonly(),
  exclude: z.array(z.string().startsWith('/')).readonly(),
});

export type FunctionRoutes = Readonly<z.infer<typeof functionRoutesSchema>>;

// What unknown addresses are answered with is a file, and has an address too: with status 200, if a file answered.
const include = ['/api/convert', '/api/historical/*', '/api/rates/*', '/api/404'];
// `/api/rates/*` would match `/api/rates` as well.
const alwaysFiles = ['/api/rates', '/api/*.json'];

/**
 * The Function sees conversions, histories and pairs, but nothing that ends in .json and not the most traded pairs, as
 * many as there are rules for.
 *
 * @param pairCurrencies the currencies whose pairs are files, the most traded first
 */
export function buildRoutes(
  pairCurrencies: readonly CatalogueEntry[],
  limits: HostLimits = pagesLimits,
): FunctionRoutes {
  const room = limits.routes - include.length - alwaysFiles.length;
  const pairs = mostTradedPairs(pairCurrencies).slice(0, room);
  return {
    version: 1,
    include,
    exclude: [...alwaysFiles, ...pairs.map(([from, to]) => `/api/rates/${pairSlug(from, to)}`)],
  };
}

/**
 * Every pair of two different currencies, the most traded first. A currency's turnover falls about as its rank rises
 * (Zipf's law), and two currencies trade with each other in proportion to both: so pairs go by the product of the ranks.
 */
export function mostTradedPairs(currencies: readonly CatalogueEntry[]): [from: string, to: string][] {
  return currencies
    .flatMap((from, i) => currencies.map((to, j) => ({ from: from.code, to: to.code, product: (i + 1) * (j + 1) })))
    .filter(({ from, to }) => from !== to)
    .sort((a, b) => a.product - b.product)
    .map(({ from, to }) => [from, to]);
}

/** Whether the Function answers an address, as Cloudflare Pages decides: exclude wins, a final slash does not matter. */
export function reachesFunction(
  { include, exclude }: Pick<FunctionRoutes, 'include' | 'exclude'>,
  path: string,
): boolean {
  const matches = (rule: string) => toRegExp(rule).test(path);
  return include.some(matches) && !exclude.some(matches);
}

function toRegExp(rule: string): RegExp {
  const [, stem = rule, tail] = /^(.*?)(\/\*)?$/.exec(rule) ?? [];
  const escape = (text: string) => text.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*');
  return new RegExp(`^${escape(stem)}${tail ? '(/.*)?' : '/?'}$`);
}
