import { z } from 'zod';
import { currencyFactsSchema } from '../documents/currency-facts.ts';
import { fields } from '../fields.schema.ts';

const { code, name, type, minor_units } = currencyFactsSchema.shape.currencies.element.shape;

/** The document of the tool `list_currencies`. */
export const currencyNamesSchema = z.strictObject({
  success: fields.success,
  count: z.int().nonnegative().describe('Number of currencies listed.'),
  currencies: z
    .array(
      z.strictObject({
        ...{ code, name, type, minor_units },
        has_rate_today: z.boolean().describe('Whether the currency has a rate today.'),
      }),
    )
    .describe('Supported currencies: fiat by code, then crypto by code, then metals by code.'),
});

export type CurrencyNames = z.infer<typeof currencyNamesSchema>;
