import type { IsoDate } from '../../../money/calendar.ts';
import type { FrankfurterCurrencies } from './frankfurter-currencies.schema.ts';
import { catalogue } from '../../../money/currencies/catalogue.ts';
import { factsAbout } from './currency-facts.ts';
import type { PastDay } from '../../../money/past-rates.ts';
import { dateOfRates, type DayRates } from '../../../archive/day-rates.ts';

/** All currencies and metals that have a rate on at least one day, each with its first and last day. */
export function buildFrankfurterCurrencies(validDays: readonly PastDay[], today: DayRates): FrankfurterCurrencies {
  const lastDays = new Map<string, IsoDate>();
  for (const { date, rates } of validDays) for (const code of rates.keys()) lastDays.set(code, date);
  return factsAbout(catalogue, validDays)
    .filter(({ code, first_day }) => first_day !== null || today.rates.has(code))
    .map(({ code, numeric, name, symbol, first_day }) => ({
      iso_code: code,
      iso_numeric: numeric,
      name,
      symbol,
      start_date: first_day,
      end_date: today.rates.has(code) ? dateOfRates(today, code) : (lastDays.get(code) ?? null),
    }))
    .sort((one, other) => (one.iso_code < other.iso_code ? -1 : 1));
}
