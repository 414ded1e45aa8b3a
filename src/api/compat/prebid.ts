import type { Instant } from '../../money/calendar.ts';
import { unversionedApi } from '../endpoints/endpoints.ts';
import { type CompatFormat, firstValues } from '../declaration/format.ts';
import type { Prebid } from './prebid.schema.ts';
import { ratesOn } from '../../money/cross-rate.ts';
import type { DayRates } from '../../archive/day-rates.ts';

/*
 * Prebid's currency file. Source: modules/currency.js in https://github.com/prebid/Prebid.js at 000d11c, and
 * currency/rates.go in https://github.com/prebid/prebid-server at 1330be1.
 */

/** Its only path is a file. */
export const prebid: CompatFormat = {
  name: 'Prebid',
  roots: ['/prebid'],
  routes: [],
  endpoints: [],
  read: (query) => firstValues(query),
  describe: unversionedApi.describe,
  errorSchema: unversionedApi.errorSchema,
};

/**
 * Every currency is a base. If a currency has no row, Prebid.js rounds the inverse rate to four decimal
 * places: IDR to EUR would be 0. Rows for low-value currencies only would save a third of the file at most, because
 * rates to the most valuable currencies are the smallest. And a currency near the limit would get and lose its row from
 * day to day, while Prebid Server can't convert between two currencies without rows.
 */
export function buildPrebid(day: DayRates, retrieved_at: Instant): Prebid {
  return {
    dataAsOf: `${day.date}T00:00:00.000Z`,
    generatedAt: retrieved_at,
    conversions: Object.fromEntries(
      Array.from(day.rates.keys(), (base) => [base, Object.fromEntries(ratesOn(base, day.rates))]),
    ),
  };
}
