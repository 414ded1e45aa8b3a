import { z } from 'zod';
import { defineSchema } from '../../text/define-schema.ts';
import { type DailyRates, steps, withDates } from '../../rates/past-rates.ts';
import { fields, type Reference, reference as market } from '../format/fields.ts';

/** `/api/v1/history`: what a pair's rate was, from one day to another. */
export const pairRangeSchema = /* @__PURE__ */ defineSchema(() =>
  z
    .strictObject({
      success: fields.success,
      from: fields.from,
      to: fields.to,
      start: fields.date.meta({ description: 'The first day, as asked for.' }),
      end: fields.date.meta({ description: 'The last day, as asked for.' }),
      every: z.enum(steps).meta({ description: 'One rate for each of these: the last valid one.' }),
      rate_type: fields.rateTypeOfSource,
      source: fields.source,
      data_points: z.int().positive().meta({ description: 'Number of entries in data.' }),
      data: z.array(z.strictObject({ date: fields.date, rate: fields.rate })).meta({
        description:
          'The rates in ascending order, each with the day that it is of. Days without a valid rate ' + 'are left out.',
      }),
    })
    .refine(({ data_points, data }) => data_points === data.length, 'data_points must be the number of entries')
    .meta({ id: 'PairRange', description: 'A pair’s past rates. They are real.' }),
);

export type PairRange = z.infer<typeof pairRangeSchema>;

interface PairRangeInput extends Pick<PairRange, 'from' | 'to' | 'start' | 'end' | 'every'> {
  readonly rates: DailyRates;
  /** By default the dataset's. */
  readonly reference?: Reference;
}

export function buildPairRange({ rates, reference = market, ...range }: PairRangeInput): PairRange {
  const data = withDates(rates);
  return { success: true, ...range, ...reference, data_points: data.length, data };
}
