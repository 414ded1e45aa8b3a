import { ratesOn } from '../../money/cross-rate.ts';
import { dateOfRates, type DayRates } from '../../archive/day-rates.ts';
import { providerOn } from '../../sources/provider.ts';
import { type Instant, noonOf } from '../../money/calendar.ts';
import { type CompatFormat, firstValues } from '../declaration/format.ts';
import { termsOf } from '../source-fields.ts';
import { exchangeRateApiErrorSchema } from './exchange-rate-api.schema.ts';

/*
 * ExchangeRate-API v6 (open.er-api.com) and v4 (api.exchangerate-api.com). One document has the fields of both. Source:
 * https://www.exchangerate-api.com/docs/free; v4 isn't documented anymore, so the fields of v4 come
 * from the code of clients.
 */

/** All paths are files. If a path has no file, its currency is unknown. */
export const exchangeRateApi: CompatFormat = {
  name: 'ExchangeRate-API',
  roots: ['/v4', '/v6'],
  routes: [],
  endpoints: [],
  read: (query) => firstValues(query),
  // The first type is v6's, the second v4's.
  describe: () => ({ result: 'error', 'error-type': 'unsupported-code', error_type: 'unsupported_code' }),
  errorSchema: exchangeRateApiErrorSchema,
};

/**
 * The time of the rates is noon UTC of their day. ExchangeRate-API has midnight UTC, when it's still the previous day
 * in America.
 *
 * The next update is at noon UTC on the day after the newest dataset, even if the base is held. If the last check was
 * later than that noon, the next update is at the first noon after the check. So the next update is never in the past,
 * and the file doesn't change with every check.
 */
export function buildExchangeRateApi(base: string, day: DayRates, checkedAt: Instant) {
  const date = dateOfRates(day, base);
  const provider = providerOn(day.providers, day.date);
  const { license } = termsOf(provider);
  const last = noonOf(date);
  const daysLate = Math.ceil((Date.parse(checkedAt) / 1000 - noonOf(day.date)) / 86_400);
  const next = noonOf(day.date) + Math.max(1, daysLate) * 86_400;
  return {
    result: 'success',
    provider: provider.url,
    documentation: provider.url,
    terms_of_use: license,
    terms: license,
    time_last_update_unix: last,
    time_last_update_utc: utc(last),
    time_last_updated: last,
    time_next_update_unix: next,
    time_next_update_utc: utc(next),
    time_eol_unix: 0,
    base_code: base,
    base,
    date,
    rates: Object.fromEntries(ratesOn(base, day.rates)),
  };
}

/** `Fri, 27 Mar 2020 00:00:00 +0000` */
function utc(seconds: number): string {
  return new Date(seconds * 1000).toUTCString().replace('GMT', '+0000');
}
