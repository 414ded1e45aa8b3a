import type { IsoDate } from '../../../money/calendar.ts';
import { z } from 'zod';
import { codeSchema } from '../../../money/currencies/currency.schema.ts';
import { SERIES_DAYS } from '../../../money/period.ts';
import { fields } from '../../fields.schema.ts';
import type { SyntheticYear } from '../../../money/published-currency.ts';

/**
 * `/series/{code}.json`: a currency's synthetic rates against USD for a year. The Pages Function divides two series to
 * get the series of a pair.
 */
export const syntheticSeriesSchema = z.strictObject({
  success: fields.success,
  base: fields.base,
  code: codeSchema,
  as_of: fields.date,
  rates: z.array(z.number().positive()).length(SERIES_DAYS + 1),
});

export type SyntheticSeries = z.infer<typeof syntheticSeriesSchema>;

/** @param asOf the last day of the year, `YYYY-MM-DD` */
export function buildSyntheticSeries({ code, yearPerUsd }: SyntheticYear, asOf: IsoDate): SyntheticSeries {
  return { success: true, base: 'USD', code, as_of: asOf, rates: [...yearPerUsd] };
}
