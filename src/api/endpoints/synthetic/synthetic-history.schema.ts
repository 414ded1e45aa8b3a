import { z } from 'zod';
import { syntheticPeriods, pointsOf } from '../../../money/period.ts';
import { SYNTHETIC_DIGITS } from '../../../money/rounding/round.ts';
import type { Documentation } from '../../declaration/endpoint.ts';
import { fields, rounded } from '../../fields.schema.ts';

const dailyRate = fields.rate.describe(
  `Units of the target currency per 1 unit of the source currency, ${rounded(SYNTHETIC_DIGITS)}.`,
);

/** `/api/historical`: a pair's synthetic daily series. */
export const syntheticHistorySchema = z
  .strictObject({
    success: fields.success,
    from: fields.from,
    to: fields.to,
    period: z.enum(syntheticPeriods).meta({ description: 'Length of the series.', examples: ['30d'] }),
    data_points: z
      .int()
      .positive()
      .meta({
        description: 'Number of entries in `data`: one for each day, including the first and the last day.',
        examples: [31],
      }),
    data: z
      .array(z.strictObject({ date: fields.date, rate: dailyRate }))
      .describe('One entry per day in ascending order. The last entry is the day of the rates.'),
  })
  .refine(({ data_points, data }) => data_points === data.length, 'data_points must be the number of entries')
  .refine(({ data_points, period }) => data_points === pointsOf(period), 'a period must have all of its days')
  .meta({
    id: 'SyntheticHistory',
    description:
      'A pair’s synthetic daily series: random daily changes that end at today’s rate. They aren’t past rates.',
  });

export type SyntheticHistory = z.infer<typeof syntheticHistorySchema>;

const description = 'The series is synthetic: random daily changes that end at today’s rate. They aren’t past rates.';

export const syntheticHistoryDocumentation: Documentation = {
  operationId: 'getSyntheticHistory',
  tag: 'synthetic',
  summary: 'A pair’s synthetic daily series',
  description,
};

export const pairSyntheticHistoryDocumentation: Documentation = {
  operationId: 'getSyntheticHistoryByPath',
  tag: 'synthetic',
  summary: 'A pair’s synthetic daily series, by its path',
  description,
};
