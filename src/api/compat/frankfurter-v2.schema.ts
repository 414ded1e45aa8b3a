import { frankfurterCurrenciesSchema } from '../documents/frankfurter-currencies.schema.ts';
import { z } from 'zod';
import { codeSchema } from '../../money/currencies/currency.schema.ts';

/** `/v2/rate/{base}/{quote}` */
export const frankfurterRateSchema = z.strictObject({
  date: z.iso.date(),
  base: codeSchema,
  quote: codeSchema,
  rate: z.number().positive(),
});

export type FrankfurterRate = z.infer<typeof frankfurterRateSchema>;

/** `/v2/rates` */
export const frankfurterRatesSchema = z.array(frankfurterRateSchema);

/** `/v2/currency/{code}` */
export const frankfurterCurrencySchema = frankfurterCurrenciesSchema.element.extend({ providers: z.array(z.string()) });

export const frankfurterV2ErrorSchema = z.strictObject({ status: z.int(), message: z.string().min(1) });
