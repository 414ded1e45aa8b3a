import { z } from 'zod';
import { currencyFactsSchema } from '../documents/currencies/currency-facts.ts';
import { currencySchema } from '../../money/currencies/currency.schema.ts';
import { fields } from '../fields.schema.ts';

const { currencies, sub_units, retired } = currencyFactsSchema.shape;
const { code, name, minor_units } = currencies.element.shape;

/** The document of the tool `list_currencies`. */
export const currencyNamesSchema = z.strictObject({
  success: fields.success,
  count: z.int().nonnegative().describe('Number of entries in `currencies`.'),
  currencies: z
    .array(
      z.strictObject({
        ...{ code, name, type: currencySchema.shape.type, minor_units },
        has_rate_today: z.boolean().describe('Whether the currency has a rate today.'),
      }),
    )
    .describe('Supported currencies: fiat by code, then crypto by code, then the metals that the search names.'),
  sub_units: z
    .array(sub_units.element.pick({ code: true, name: true, sub_unit_of: true }))
    .describe('Sub-units in which stock exchanges quote prices. The other tools accept their codes.'),
  retired: z.array(retired.element.omit({ sources: true })).describe('Retired currencies. Use their successors.'),
});

export type CurrencyNames = z.infer<typeof currencyNamesSchema>;
