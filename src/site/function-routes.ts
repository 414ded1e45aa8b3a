import { z } from 'zod';

/** Which addresses the Function answers: Cloudflare Pages' `_routes.json`. What is excluded, a file answers for free. */
export const functionRoutesSchema = z.strictObject({
  version: z.literal(1),
  include: z.array(z.string().startsWith('/')).readonly(),
  exclude: z.array(z.string().startsWith('/')).readonly(),
});

export type FunctionRoutes = Readonly<z.infer<typeof functionRoutesSchema>>;

/**
 * The Function sees conversions, histories and pairs, but nothing that ends in .json. Pairs whose detail is a file are
 * no exception: a browser that asks before it sends (CORS) gets no answer from a file, and a user should not have to know
 * which pairs are.
 */
export const functionRoutes: FunctionRoutes = {
  version: 1,
  // What unknown addresses are answered with is a file, and has an address too: with status 200, if a file answered.
  include: ['/api/convert', '/api/historical/*', '/api/rates/*', '/api/404'],
  // `/api/rates/*` matches `/api/rates` as well.
  exclude: ['/api/rates', '/api/*.json'],
};

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
