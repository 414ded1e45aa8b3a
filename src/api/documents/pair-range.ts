import { z } from 'zod';
import { defaultSource, type SourceChanges } from '../../archive/source.ts';
import { defineSchema } from '../../text/define-schema.ts';
import type { MeanRate } from '../../rates/mean-rates.ts';
import { steps } from '../../rates/interval.ts';
import { type DailyRates, withDates } from '../../rates/past-rates.ts';
import { fields, marketReference, type Reference } from '../format/fields.ts';

/** `/api/v1/history`: a pair's past rates, or their averages. */
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
        .describe(
          'Interval. Each entry is the last valid rate of a day, week, month, quarter or year. With `value=mean`, ' +
            'each entry is the average of the daily rates of a month, quarter or year.',
        ),
      value: z.literal('mean').optional().describe('The entries are averages. Only with `value=mean`.'),
      computation: z
        .string()
        .optional()
        .meta({
          description: 'How the averages were computed, and the source of the daily rates. Only with `value=mean`.',
          examples: [computationOf({ source: defaultSource })],
        }),
      rate_type: fields.rateTypeOfSource,
      source: fields.source,
      sources: fields.sources,
      data_points: z.int().positive().describe('Number of entries in `data`.'),
      data: z
        .array(
          z.strictObject({
            date: fields.date.describe(
              'Day of the rate, `YYYY-MM-DD`. With `value=mean`, the last day whose rate is in the average.',
            ),
            rate: fields.rate,
            days: z
              .int()
              .positive()
              .optional()
              .meta({ description: 'Number of averaged days. Only with `value=mean`.', examples: [22] }),
            first_date: fields.date
              .optional()
              .meta({ description: 'First averaged day. Only with `value=mean`.', examples: ['2024-01-02'] }),
            complete: z
              .boolean()
              .optional()
              .meta({
                description:
                  'True if the period is over and the average includes every day of the period on which the source has ' +
                  'rates. False if the range omits such a day, if the day isn’t archived yet, if the source’s rates begin within the period or don’t ' +
                  'reach its end, or if the pair has no valid rate on one of the days. Only with `value=mean`.',
                examples: [true],
              }),
          }),
        )
        .describe('Rates in ascending order, each with its date. Days and periods without a valid rate are omitted.'),
    })
    .refine(({ data_points, data }) => data_points === data.length, 'data_points must be the number of entries')
    .refine(
      ({ value, computation, data }) =>
        [computation, ...data.flatMap(({ days, first_date, complete }) => [days, first_date, complete])].every(
          (field) => (field === undefined) === (value === undefined),
        ),
      'averages must have all fields of averages, and other rates none of these fields',
    )
    .meta({ id: 'PairRange', description: 'A pair’s past rates, or averages of them.' }),
);

export type PairRange = z.infer<typeof pairRangeSchema>;

interface PairRangeInput extends Pick<PairRange, 'from' | 'to' | 'start' | 'end' | 'every'> {
  readonly rates: DailyRates;
  readonly sources: SourceChanges;
  /** Fields that name the source. By default, they name the source of market rates. */
  readonly reference?: Reference | undefined;
}

export function buildPairRange({ rates, sources, reference, ...range }: PairRangeInput): PairRange {
  const data = withDates(rates);
  const named = reference ?? marketReference(sources, data[0]?.date ?? range.start, data.at(-1)?.date);
  return { success: true, ...range, ...named, data_points: data.length, data };
}

type PairMeansInput = Omit<PairRangeInput, 'rates'> & { readonly means: readonly MeanRate[] };

export function buildPairMeans({ means, sources, reference, ...range }: PairMeansInput): PairRange {
  const data = means.map(({ firstDate, complete, ...mean }) => ({ ...mean, first_date: firstDate, complete }));
  const named = reference ?? marketReference(sources, data[0]?.first_date ?? range.start, data.at(-1)?.date);
  const labels = { value: 'mean', computation: computationOf(named) } as const;
  return { success: true, ...range, ...labels, ...named, data_points: data.length, data };
}

function computationOf({ source, sources = [] }: Pick<Reference, 'source' | 'sources'>): string {
  const names = new Set([...sources, source].map(({ name }) => name));
  return (
    `Arithmetic means of the pair’s daily rates, computed by this service and not by the source. ` +
    `The daily rates are from: ${[...names].join(', ')}`
  );
}
