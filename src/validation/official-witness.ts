import type { ArchivedDay } from '../archive/archive.ts';
import { ecb } from '../archive/official-bank.ts';
import { dateOfDay, dayNumber } from '../rates/calendar.ts';
import type { WitnessAnswer } from './compare-witnesses.ts';

/** Maximum number of days between two publications of the European Central Bank, holidays included. */
const MAX_PAUSE = 7;

/**
 * Uses the European Central Bank's rates as a witness of past days. On each day, the witness has the rates of the last
 * business day before that day.
 *
 * @param days the bank's rates, in units per 1 EUR
 * @returns a function that returns the witness's response on a date, or an empty list if the bank has no recent rates
 */
export function officialWitness(days: readonly ArchivedDay[]): (date: string) => WitnessAnswer[] {
  const ratesOf = new Map(days.map(({ date, rates }) => [date, rates]));
  return (date) => {
    const before = dayNumber(date) - 1;
    for (let day = before; day > before - MAX_PAUSE; day--) {
      const asOf = dateOfDay(day);
      const perEuro = ratesOf.get(asOf);
      const usd = perEuro?.get('USD');
      if (!perEuro || usd === undefined) continue;
      const perUsd = new Map(Array.from(perEuro, ([code, rate]) => [code, { rate: rate / usd, asOf }]));
      perUsd.set(ecb.base, { rate: 1 / usd, asOf }).delete('USD');
      return [{ witness: 'www.ecb.europa.eu', rates: perUsd }];
    }
    return [];
  };
}
