import { z } from 'zod';
import { MOST_AMOUNT_CHARACTERS } from '../rates/amount.ts';
import { periods } from '../rates/period.ts';

const anyCase = z.string();
/** As files are named. */
const lowerCase = z.string().regex(/^[a-z\d]{3,5}$/);

const pair = {
  from: inPath(anyCase, 'PairFrom', 'Source currency code, in any case.', 'usd'),
  to: inPath(anyCase, 'PairTo', 'Target currency code, in any case.', 'eur'),
};
const pairFile = {
  from: inPath(lowerCase, 'FileFrom', 'Source currency code, in lower case.', 'usd'),
  to: inPath(lowerCase, 'FileTo', 'Target currency code, in lower case.', 'eur'),
};
const period = inPath(z.enum(periods), 'Period', 'How far back.', '7d');

/** The parameters of the endpoints, for OpenAPI. */
export const openApiParameters = {
  conversion: {
    query: z.object({
      from: inQuery(anyCase, 'Source currency code, in any case.', 'USD'),
      to: inQuery(anyCase, 'Target currency code, in any case.', 'EUR'),
      amount: inQuery(
        z.number().nonnegative().default(1),
        'Amount of the source currency: zero or more, without a sign, in plain decimal or exponent form (`12.50`, ' +
          `\`1e3\`), ${MOST_AMOUNT_CHARACTERS} characters at most.`,
        100,
      ),
    }),
  },
  history: {
    query: z.object({
      from: inQuery(anyCase.default('USD'), 'Source currency code, in any case.', 'USD'),
      to: inQuery(anyCase.default('INR'), 'Target currency code, in any case.', 'EUR'),
      period: inQuery(z.enum(periods).default('30d'), 'How far back.', '7d'),
    }),
  },
  pair: { path: z.object(pair) },
  pairFile: { path: z.object(pairFile) },
  pairHistory: { path: z.object({ ...pair, period }) },
  pairHistoryFile: { path: z.object({ ...pairFile, period }) },
};

/** @param example what viewers fill in */
function inQuery<T extends z.ZodType>(schema: T, description: string, example: string | number): T {
  return schema.meta({ param: { description, example } });
}

/** @param id the name by which several endpoints share it */
function inPath<T extends z.ZodType>(schema: T, id: string, description: string, example: string): T {
  return schema.meta({ param: { id, description, example } });
}
