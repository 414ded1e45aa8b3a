import { type IsoDate, isDate } from '../../money/calendar.ts';
import type { DayRates } from '../../archive/day-rates.ts';
import type { ReferenceRates } from '../documents/reference-rates.ts';

/*
 * The Pages Function, the pages, the client and the commands check only what affects a number in a file of the site:
 * dates, bases, codes and rates. They trust everything else, because the same deployment wrote it.
 */

/** @throws {TypeError} if a check failed */
export function check(isValid: boolean): asserts isValid {
  if (!isValid) throw new TypeError('The data isn’t from Ratesheet.');
}

/** Whether a value is a positive, finite number. `JSON.parse` returns infinity for `1e999`. */
export function isRate(value: unknown): value is number {
  return Number.isFinite(value) && (value as number) > 0;
}

export type RatesDocument = Pick<ReferenceRates, 'rate_as_of' | 'held' | 'rates'> & { readonly base: string };

export type RatesOfDay = Omit<DayRates, 'providers'>;

/**
 * Checks the rates of `/api/v1/rates` or, if a date is given, of `/api/v1/rates/{date}`, in units per 1 USD.
 *
 * @throws {TypeError}
 */
export function parseRates({ base, rate_as_of, held, rates }: RatesDocument, date = rate_as_of): RatesOfDay {
  check(base === 'USD' && rate_as_of === date);
  return checkedRates(date, held, rates);
}

/** @throws {TypeError} if a date or a rate is invalid */
export function checkedRates(
  date: string,
  held: Readonly<Record<string, string>>,
  rates: RatesDocument['rates'],
): RatesOfDay {
  check(isDate(date) && areHeld(held, date) && Object.values(rates).every(isRate));
  return { date, held: new Map(Object.entries(held)), rates: new Map(Object.entries(rates)) };
}

function areHeld(held: Readonly<Record<string, string>>, day: IsoDate): held is Readonly<Record<string, IsoDate>> {
  return Object.values(held).every((date) => isDate(date) && date <= day);
}

/** The rates of the day itself: held rates are from earlier days. */
export function withoutHeld({ date, held, rates }: RatesOfDay): RatesOfDay {
  return { date, held: new Map(), rates: new Map([...rates].filter(([code]) => !held.has(code))) };
}
