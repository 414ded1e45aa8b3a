import type { IsoDate } from '../../../money/calendar.ts';
import { z } from 'zod';
import { unitChangesBetween } from '../../../money/currencies/unit-changes.ts';
import { codeSchema } from '../../../money/currencies/currency.schema.ts';
import type { ProviderChanges } from '../../../sources/provider.ts';
import type { RatesOfYear } from '../../../money/past-rates.ts';
import { fields } from '../../fields.schema.ts';
import { marketReference } from '../../source-fields.ts';

/** `/api/v1/history/{code}/{year}`: a currency's valid rates in a year. */
export const currencyYearSchema = z
  .strictObject({
    success: fields.success,
    base: fields.base,
    code: codeSchema,
    year: z
      .string()
      .regex(/^\d{4}$/)
      .meta({ description: 'Year, four digits.', examples: ['2026'] }),
    rate_type: fields.rateType,
    source: fields.source,
    sources: fields.sources,
    unit_changes: fields.unitChanges,
    dates: z.array(fields.date).min(1).describe('Days with a valid rate, ascending.'),
    rates: z
      .array(z.number().positive())
      .min(1)
      .describe('Rates in units per 1 USD, one for each date, with all digits of the dataset.'),
  })
  .refine(({ dates, rates }) => dates.length === rates.length, 'each date must have a rate')
  .meta({ id: 'CurrencyYear', description: 'A currency’s rates against USD on each day of a year.' });

export type CurrencyYearDocument = z.infer<typeof currencyYearSchema>;

export function buildCurrencyYear(
  code: string,
  year: string,
  { dates, rates }: RatesOfYear,
  providers: ProviderChanges,
): CurrencyYearDocument {
  const [first = `${year}-12-31` as IsoDate, last = first] = [dates[0], dates.at(-1)];
  const reference = marketReference(providers, first, last);
  const units = unitChangesBetween([code], first, last);
  return { success: true, base: 'USD', code, year, ...reference, ...units, dates: [...dates], rates: [...rates] };
}
