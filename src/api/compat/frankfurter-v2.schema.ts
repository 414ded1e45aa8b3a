import { z } from 'zod';
import { codeSchema } from '../../currencies/currency.ts';

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

/** `/v2/currencies` */
export const frankfurterCurrenciesSchema = z.array(
  z.strictObject({
    iso_code: codeSchema,
    iso_numeric: z.string().nullable(),
    name: z.string().min(1),
    symbol: z.string().min(1),
    start_date: z.iso.date().nullable(),
    end_date: z.iso.date().nullable(),
  }),
);

/** `/v2/currency/{code}` */
export const frankfurterCurrencySchema = frankfurterCurrenciesSchema.element.extend({ providers: z.array(z.string()) });

export type FrankfurterCurrencies = z.infer<typeof frankfurterCurrenciesSchema>;

export const frankfurterV2ErrorSchema = z.strictObject({ status: z.int(), message: z.string().min(1) });
