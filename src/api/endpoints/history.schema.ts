import { z } from 'zod';
import type { Documentation } from '../declaration/endpoint.ts';
import { defaultProvider } from '../../sources/provider.ts';
import { steps } from '../../money/interval.ts';
import { fields } from '../fields.schema.ts';
import { computationOf } from '../source-fields.ts';

/** `/api/v1/history`: a pair's past rates, or their averages. */
export const historySchema = z
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
          'each entry is the average of the daily rates of a month, quarter or year, or of the part of it before or after a redenomination.',
      ),
    value: z.literal('mean').optional().describe('The entries are averages. Only with `value=mean`.'),
    computation: z
      .string()
      .optional()
      .meta({
        description: 'How the averages were computed, and the source of the daily rates. Only with `value=mean`.',
        examples: [computationOf({ source: defaultProvider })],
      }),
    rate_type: fields.rateTypeOfSource,
    source: fields.source,
    sources: fields.sources,
    withheld: fields.withheld,
    unit_changes: fields.unitChanges,
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
                'rates. False if a redenomination divides these days, if the range omits such a day, if the day isn’t archived yet, if the source’s rates begin within the period or don’t ' +
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
  .meta({ id: 'History', description: 'A pair’s past rates, or averages of them.' });

export type History = z.infer<typeof historySchema>;

export const historyDocumentation: Documentation = {
  operationId: 'getHistory',
  tag: 'past',
  summary: 'Past rates of a pair',
  description:
    'With `value=mean`, the response has averages of the daily rates that the same request returns with `every=day`. So ' +
    'the average of EUR to USD isn’t the inverse of the average of USD to EUR. `computation` names the source, and ' +
    '`complete` says whether all days of the period were averaged.',
};

export const historyTableDocumentation: Documentation = {
  operationId: 'getHistoryCsv',
  tag: 'past',
  summary: 'Past rates of a pair as CSV',
  table:
    'CSV table `date,rate` with a line for each entry (RFC 4180). With `value=mean`, the columns are ' +
    '`date,rate,days,first_date,complete`, with the same meaning as in `/api/v1/history`.',
};
