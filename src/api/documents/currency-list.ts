import { z } from 'zod';
import { type Currency, currencySchema } from '../../currencies/currency.schema.ts';
import { fields } from '../fields.schema.ts';

const count = z.int().nonnegative();

/** `/api/currencies`: every published currency. */
export const currencyListSchema = z
  .strictObject({
    success: fields.success,
    count: count.describe('Number of currencies listed.'),
    fiat_count: count.describe('Number of listed currencies with type `fiat`.'),
    crypto_count: count.describe('Number of listed currencies with type `crypto`.'),
    currencies: z
      .array(currencySchema)
      .describe('Every supported currency with a rate today: fiat by code, then crypto by code.'),
  })
  .refine(({ count, currencies }) => count === currencies.length, 'count must be the number of currencies')
  .refine((list) => list.count === list.fiat_count + list.crypto_count, 'the two counts must add up')
  .meta({ id: 'CurrencyList', description: 'The authoritative list of supported currencies with a rate today.' });

export type CurrencyList = z.infer<typeof currencyListSchema>;

/** @param currencies every published currency, in the published order */
export function buildCurrencyList(currencies: readonly Currency[]): CurrencyList {
  const fiatCount = currencies.filter(({ type }) => type === 'fiat').length;
  return {
    success: true,
    count: currencies.length,
    fiat_count: fiatCount,
    crypto_count: currencies.length - fiatCount,
    currencies: currencies.map(({ code, name, symbol, flag, type }) => ({ code, name, symbol, flag, type })),
  };
}
