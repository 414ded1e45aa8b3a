import { isoDate } from '../../../money/calendar.schema.ts';
import { frankfurterCurrenciesSchema } from '../../documents/currencies/frankfurter-currencies.schema.ts';
import { z } from 'zod';
import { codeSchema } from '../../../money/currencies/currency.schema.ts';

/** `/v2/rate/{base}/{quote}` */
export const frankfurterRateSchema = z.strictObject({
  date: isoDate,
  base: codeSchema,
  quote: codeSchema,
  rate: z.number().positive(),
  /** The provider of the rate, if the request has `expand=providers`. */
  providers: z
    .array(z.strictObject({ key: z.string().min(1), date: isoDate, rate: z.number().positive() }))
    .length(1)
    .optional(),
});

export type FrankfurterRate = z.infer<typeof frankfurterRateSchema>;

/** `/v2/rates` */
export const frankfurterRatesSchema = z.array(frankfurterRateSchema);

/** `/v2/currency/{code}` */
export const frankfurterCurrencySchema = frankfurterCurrenciesSchema.element.extend({
  providers: z.array(z.string().min(1)),
});

/** `/v2/providers` */
export const frankfurterProvidersSchema = z.array(
  z.strictObject({
    key: z.string().min(1),
    name: z.string().min(1),
    country_code: z.string().length(2).nullable(),
    rate_type: z.string().min(1),
    pivot_currency: codeSchema,
    data_url: z.url(),
    terms_url: z.null(),
    start_date: isoDate,
    end_date: isoDate,
    publish_cadence: z.enum(['daily', 'weekly', 'quarterly']),
    publishes_missed: z.int().nonnegative(),
    currencies: z.array(codeSchema).min(1),
  }),
);

export type FrankfurterProvider = z.infer<typeof frankfurterProvidersSchema>[number];

export const frankfurterV2ErrorSchema = z.strictObject({ status: z.int(), message: z.string().min(1) });
