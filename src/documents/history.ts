import { z } from 'zod';
import { defineSchema } from '../currencies/define-schema.ts';
import { type Period, periods, pointsOf } from '../rates/period.ts';
import { fields } from './fields.ts';

/** `/api/historical`: a pair's synthetic daily series. */
export const historySchema = /* @__PURE__ */ defineSchema(() =>
  z
    .strictObject({
      success: fields.success,
      from: fields.from,
      to: fields.to,
      period: z.enum(periods).meta({ description: 'How far back the series reaches.', examples: ['30d'] }),
      data_points: z
        .int()
        .positive()
        .meta({ description: 'Number of entries in data: both end days count.', examples: [31] }),
      data: z
        .array(z.strictObject({ date: fields.date, rate: fields.rate }))
        .meta({ description: 'One entry a day in ascending order, the last one the day of the rates.' }),
    })
    .refine(({ data_points, data }) => data_points === data.length, 'data_points must be the number of entries')
    .refine(({ data_points, period }) => data_points === pointsOf(period), 'a period must have all of its days')
    .meta({
      id: 'History',
      description: 'A pair’s daily series. It is synthetic: it ends at today’s rate but is no record of past rates.',
    }),
);

export type History = z.infer<typeof historySchema>;

export interface HistoryInput {
  readonly from: string;
  readonly to: string;
  readonly period: Period;
  /** The days of the longest period, `YYYY-MM-DD`, ascending. */
  readonly dates: readonly string[];
  /** The pair's rate on each of these days: units of `to` per 1 `from`. */
  readonly series: readonly number[];
}

export function buildHistory({ from, to, period, dates, series }: HistoryInput): History {
  const points = pointsOf(period);
  const days = dates.slice(-points);
  const rates = series.slice(-points);
  return {
    success: true,
    from,
    to,
    period,
    data_points: points,
    data: days.map((date, day) => ({ date, rate: rates[day] ?? NaN })),
  };
}

/** A pair's series, from which all of its histories are made. */
export type PairSeries = Pick<HistoryInput, 'from' | 'to' | 'series'>;

/**
 * Makes a function that gives the histories of a pair for all periods as they are published: what `serialize` makes of
 * {@link buildHistory}, byte for byte, in a third of the time. It prints each point once, and cuts the shorter periods
 * out of the year as its tails.
 */
export function historyRenderer(dates: readonly string[]): (pair: PairSeries) => [period: Period, body: string][] {
  const heads = dates.map((date) => `,{"date":"${date}","rate":`);

  return ({ from, to, series }) => {
    let year = '';
    // Where each point begins in the text of the year.
    const begins = series.map((rate, day) => {
      const begin = year.length;
      year += `${heads[day] ?? ''}${rate}}`;
      return begin;
    });
    return periods.map((period) => {
      const points = pointsOf(period);
      // A point begins with the comma that parts it from the one before.
      const data = year.slice((begins[begins.length - points] ?? 0) + 1);
      const head = `{"success":true,"from":"${from}","to":"${to}","period":"${period}","data_points":${points}`;
      return [period, `${head},"data":[${data}]}\n`];
    });
  };
}
