import { z } from 'zod';
import { defineSchema } from '../../text/define-schema.ts';
import { crossSeries } from '../../rates/cross-rate.ts';
import { elementAt } from '../../rates/element-at.ts';
import { type SyntheticPeriod, syntheticPeriods, pointsOf } from '../../rates/period.ts';
import type { SyntheticYear } from '../../rates/published-currency.ts';
import { HISTORY_DIGITS } from '../../rates/round.ts';
import { fields, rounded } from '../format/fields.ts';

/** `/api/historical`: a pair's synthetic daily series. */
export const syntheticHistorySchema = /* @__PURE__ */ defineSchema(() => {
  const dailyRate = fields.rate.describe(
    `Units of the target currency per 1 unit of the source currency, ${rounded(HISTORY_DIGITS)}.`,
  );
  return z
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
      id: 'History',
      description:
        'A pair’s synthetic daily series: random daily changes that end at today’s rate. They aren’t past rates.',
    });
});

export type History = z.infer<typeof syntheticHistorySchema>;

export interface SyntheticHistoryInput {
  readonly from: SyntheticYear;
  readonly to: SyntheticYear;
  readonly period: SyntheticPeriod;
  /** The days of the longest period, `YYYY-MM-DD`, ascending. */
  readonly dates: readonly string[];
}

export function buildSyntheticHistory({ from, to, period, dates }: SyntheticHistoryInput): History {
  const points = pointsOf(period);
  const rates = crossSeries(from.yearPerUsd.slice(-points), to.yearPerUsd.slice(-points));
  const data = dates.slice(-points).map((date, day) => ({ date, rate: elementAt(rates, day) }));
  return { success: true, from: from.code, to: to.code, period, data_points: data.length, data };
}
