import { z } from 'zod';
import { codeSchema } from '../../currencies/currency.ts';
import { defineSchema } from '../../text/define-schema.ts';
import type { RatesOfYear } from '../../rates/past-rates.ts';
import { fields, reference } from '../format/fields.ts';

/** `/api/v1/history/{code}/{year}`: what a currency was worth, day by day. */
export const currencyYearSchema = /* @__PURE__ */ defineSchema(() =>
  z
    .strictObject({
      success: fields.success,
      base: fields.base,
      code: codeSchema,
      year: z
        .string()
        .regex(/^\d{4}$/)
        .meta({ description: 'Which year.', examples: ['2026'] }),
      rate_type: fields.rateType,
      source: fields.source,
      dates: z.array(fields.date).min(1).meta({ description: 'Days with a valid rate, ascending.' }),
      rates: z
        .array(z.number().positive())
        .min(1)
        .meta({ description: 'Units per 1 USD on each of these days, with all digits of the dataset.' }),
    })
    .refine(({ dates, rates }) => dates.length === rates.length, 'each date must have a rate')
    .meta({ id: 'CurrencyYear', description: 'A currency’s rates against USD in a year. They are real.' }),
);

export type CurrencyYearDocument = z.infer<typeof currencyYearSchema>;

export function buildCurrencyYear(code: string, year: string, { dates, rates }: RatesOfYear): CurrencyYearDocument {
  return { success: true, base: 'USD', code, year, ...reference, dates: [...dates], rates: [...rates] };
}
