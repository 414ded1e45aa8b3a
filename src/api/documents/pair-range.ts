import { z } from 'zod';
import type { SourceChanges } from '../../snapshot/source.ts';
import { defineSchema } from '../../text/define-schema.ts';
import { type DailyRates, steps, withDates } from '../../rates/past-rates.ts';
import { fields, marketReference, type Reference } from '../format/fields.ts';

/** `/api/v1/history`: a pair's past rates. */
export const pairRangeSchema = /* @__PURE__ */ defineSchema(() =>
  z
    .strictObject({
      success: fields.success,
      from: fields.from,
      to: fields.to,
      start: fields.date.describe('First day of the range, as requested.'),
      end: fields.date.describe('Last day of the range, as requested.'),
      every: z
        .enum(steps)
        .describe('Interval. Each entry is the last valid rate of a day, week, month, quarter or year.'),
      rate_type: fields.rateTypeOfSource,
      source: fields.source,
      sources: fields.sources,
      data_points: z.int().positive().describe('Number of entries in `data`.'),
      data: z
        .array(z.strictObject({ date: fields.date, rate: fields.rate }))
        .describe('Rates in ascending order, each with its date. Days without a valid rate are omitted.'),
    })
    .refine(({ data_points, data }) => data_points === data.length, 'data_points must be the number of entries')
    .meta({ id: 'PairRange', description: 'A pair’s real past rates.' }),
);

export type PairRange = z.infer<typeof pairRangeSchema>;

interface PairRangeInput extends Pick<PairRange, 'from' | 'to' | 'start' | 'end' | 'every'> {
  readonly rates: DailyRates;
  readonly sources: SourceChanges;
  /** By default, the fields of market rates. */
  readonly reference?: Reference | undefined;
}

export function buildPairRange({ rates, sources, reference, ...range }: PairRangeInput): PairRange {
  const data = withDates(rates);
  const named = reference ?? marketReference(sources, data[0]?.date ?? range.start, data.at(-1)?.date);
  return { success: true, ...range, ...named, data_points: data.length, data };
}
