import { isoDate } from '../../money/calendar.schema.ts';
import { z } from 'zod';
import { ratesOn } from '../../money/cross-rate.ts';
import { dateOfRates, type DayRates } from '../../archive/day-rates.ts';

/*
 * The format of exchange-api v1, our data source, with codes in lower case. Source: README.md in
 * https://github.com/fawazahmed0/exchange-api
 */

const lowerCode = z.string().regex(/^[a-z0-9]{3,5}$/);

/** `/v1/currencies.json` */
export const exchangeApiNamesSchema = z.record(lowerCode, z.string().min(1));

/** `/v1/currencies/{code}.json`: a date, and the rates under the code of the base. */
export const exchangeApiRatesSchema = z.object({ date: isoDate }).catchall(z.record(lowerCode, z.number().positive()));

export function buildExchangeApiNames(currencies: Iterable<{ readonly code: string; readonly name: string }>) {
  return Object.fromEntries(Array.from(currencies, ({ code, name }) => [code.toLowerCase(), name]));
}

export function buildExchangeApiRates(base: string, day: DayRates) {
  const date = dateOfRates(day, base);
  const rates = ratesOn(base, day.rates).map(([code, rate]): [string, number] => [code.toLowerCase(), rate]);
  return { date, [base.toLowerCase()]: Object.fromEntries(rates) };
}
