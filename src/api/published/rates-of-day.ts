import { isDate } from '../../rates/calendar.ts';
import type { PastDay } from '../../rates/past-rates.ts';
import type { DayRates } from '../../snapshot/held-dates.ts';
import type { DatedRates } from '../documents/dated-rates.ts';
import { check, isRate } from './check.ts';

/** A day's rates, without the names of their sources. */
export type RatesOfDay = Omit<DayRates, 'sources'>;

/**
 * Checks the rates of `/api/v1/rates` or, if a date is given, of `/api/v1/rates/{date}`, in units per 1 USD.
 *
 * @throws {TypeError}
 */
export function parseRates(
  { base, rate_as_of, held, rates }: Pick<DatedRates, 'base' | 'rate_as_of' | 'held' | 'rates'>,
  date = rate_as_of,
): RatesOfDay {
  check(base === 'USD' && rate_as_of === date);
  return ratesOfDay(date, held, rates);
}

/** @throws {TypeError} if a date or a rate is invalid */
export function ratesOfDay(date: string, held: DatedRates['held'], rates: DatedRates['rates']): RatesOfDay {
  const isDay = isDate(date) && Object.values(held).every((of) => isDate(of) && of <= date);
  check(isDay && Object.values(rates).every(isRate));
  return { date, held: new Map(Object.entries(held)), rates: new Map(Object.entries(rates)) };
}

/** The rates of the day itself: held rates are from earlier days. */
export function withoutHeld({ date, held, rates }: RatesOfDay): PastDay {
  const ofDay = new Map(rates);
  for (const code of held.keys()) ofDay.delete(code);
  return { date, rates: ofDay };
}
