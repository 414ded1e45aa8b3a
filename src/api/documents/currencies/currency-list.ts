import { z } from 'zod';
import { type Currency, currencySchema } from '../../../money/currencies/currency.schema.ts';
import { fields } from '../../fields.schema.ts';

const count = z.int().nonnegative();

/** The types of listed currencies. `/api/v1/metals` lists metals. */
export const listedTypes = currencySchema.shape.type
  .exclude(['metal'])
  .meta({ description: 'Government-issued money or crypto asset.', examples: ['fiat'] });
const listed = currencySchema
  .extend({ type: listedTypes })
  .meta({ id: 'Currency', description: 'A supported currency.' });

/** `/api/currencies`: every published currency, without metals. */
export const currencyListSchema = z
  .strictObject({
    success: fields.success,
    count: count.describe('Number of currencies listed.'),
    fiat_count: count.describe('Number of listed currencies with type `fiat`.'),
    crypto_count: count.describe('Number of listed currencies with type `crypto`.'),
    currencies: z
      .array(listed)
      .describe('Every supported currency with a rate today: fiat by code, then crypto by code.'),
  })
  .refine(({ count, currencies }) => count === currencies.length, 'count must be the number of currencies')
  .refine((list) => list.count === list.fiat_count + list.crypto_count, 'the two counts must add up')
  .meta({
    id: 'CurrencyList',
    description: 'The authoritative list of supported currencies with a rate today. `/api/v1/metals` lists metals.',
  });

export type CurrencyList = z.infer<typeof currencyListSchema>;

/** @param currencies every published currency and metal, in the published order */
export function buildCurrencyList(currencies: readonly Currency[]): CurrencyList {
  const list = currencies.flatMap(({ code, name, symbol, flag, type }) =>
    type === 'metal' ? [] : [{ code, name, symbol, flag, type }],
  );
  const fiatCount = list.filter(({ type }) => type === 'fiat').length;
  return {
    success: true,
    count: list.length,
    fiat_count: fiatCount,
    crypto_count: list.length - fiatCount,
    currencies: list,
  };
}
