import { z } from 'zod';
import { codeSchema } from '../currencies/currency.ts';
import { defineSchema } from '../currencies/define-schema.ts';
import { SERIES_DAYS } from '../rates/period.ts';
import { fields } from './fields.ts';

/**
 * `/series/{code}.json`: a currency's synthetic series for a year against USD. The Function divides two of them to
 * answer for any pair.
 */
export const currencySeriesSchema = /* @__PURE__ */ defineSchema(() =>
  z.strictObject({
    success: fields.success,
    base: fields.base,
    code: codeSchema,
    as_of: fields.date,
    rates: z.array(z.number().positive()).length(SERIES_DAYS + 1),
  }),
);

export type CurrencySeries = z.infer<typeof currencySeriesSchema>;

/**
 * @param asOf the last day of the series, `YYYY-MM-DD`
 * @param rates units per 1 USD on each day of the year that ends then, ascending
 */
export function buildCurrencySeries(code: string, asOf: string, rates: readonly number[]): CurrencySeries {
  return { success: true, base: 'USD', code, as_of: asOf, rates: [...rates] };
}
