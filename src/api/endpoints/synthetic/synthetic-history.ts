import { syntheticYearFile } from '../../query/market-files.ts';
import { datesUpTo, type IsoDate } from '../../../money/calendar.ts';
import { crossSeries } from '../../../money/cross-rate.ts';
import { elementAt } from '../../../money/element-at.ts';
import { pointsOf, type SyntheticPeriod } from '../../../money/period.ts';
import type { SyntheticYear } from '../../../money/published-currency.ts';
import { ownEndpoint } from '../../declaration/endpoint.ts';
import type { Examples } from '../../declaration/examples.ts';
import { fromCode, pair, period, required, toCode, withDefault } from '../../declaration/parameters.ts';
import type { PairCodes } from '../../error.ts';
import { addresses } from '../../paths.ts';
import { allOf } from '../../query/all-of.ts';
import { pairToday } from '../pair-today.ts';
import type { Site } from '../../query/site.ts';
import { serialize } from '../../serialize.ts';
import {
  pairSyntheticHistoryDocumentation,
  type SyntheticHistory,
  syntheticHistoryDocumentation,
  syntheticHistorySchema,
} from './synthetic-history.schema.ts';

export const syntheticHistory = ownEndpoint({
  path: addresses.syntheticHistory,
  parameters: { from: withDefault(fromCode, 'USD'), to: withDefault(toCode, 'INR'), period },
  schema: syntheticHistorySchema,
  isSynthetic: true,
  handle: ({ from, to, period }, site) => historyOf([from, to], period, site),
  example,
  documentation: syntheticHistoryDocumentation,
});

export const pairSyntheticHistory = ownEndpoint({
  path: addresses.pairSyntheticHistory,
  parameters: { pair, period: required(period) },
  schema: syntheticHistorySchema,
  isSynthetic: true,
  handle: ({ pair, period }, site) => historyOf(pair, period, site),
  example,
  hasFile: true,
  documentation: pairSyntheticHistoryDocumentation,
});

function example({ from, to, asOf }: Examples): SyntheticHistory {
  return buildSyntheticHistory({ from, to, period: '7d', dates: datesUpTo(asOf) });
}

async function historyOf(codes: PairCodes, period: SyntheticPeriod, site: Site): Promise<string> {
  const pair = await pairToday(codes, site, addresses.history);
  const [from, to] = await allOf([
    site.read(syntheticYearFile(pair.from, site.day.rate_as_of)),
    site.read(syntheticYearFile(pair.to, site.day.rate_as_of)),
  ]);
  return serialize(buildSyntheticHistory({ from, to, period, dates: site.syntheticDates() }));
}

export interface SyntheticHistoryInput {
  readonly from: SyntheticYear;
  readonly to: SyntheticYear;
  readonly period: SyntheticPeriod;
  /** The days of the longest period, `YYYY-MM-DD`, ascending. */
  readonly dates: readonly IsoDate[];
}

export function buildSyntheticHistory({ from, to, period, dates }: SyntheticHistoryInput): SyntheticHistory {
  const points = pointsOf(period);
  const rates = crossSeries(from.yearPerUsd.slice(-points), to.yearPerUsd.slice(-points));
  const data = dates.slice(-points).map((date, day) => ({ date, rate: elementAt(rates, day) }));
  return { success: true, from: from.code, to: to.code, period, data_points: data.length, data };
}
