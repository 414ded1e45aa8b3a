import type { ArchivedDay } from '../../../src/archive/archive.ts';
import { crossRate } from '../../../src/money/cross-rate.ts';
import { directionsOf } from '../../../src/money/quotation.ts';
import type { Bank } from '../../../src/sources/bank.ts';
import { dateOfDay, dayNumber, type IsoDate } from '../../../src/money/calendar.ts';
import type { WitnessResponse } from '../../../src/validation/compare-witnesses.ts';

/** Maximum number of days between two publications of a bank, holidays included. */
const MAX_PAUSE = 7;

/**
 * Uses a bank's rates as a witness of past days. On each day, the witness has the rates of the last business day before
 * that day.
 *
 * @returns a function that returns the witness's response on a date, or an empty list if the bank has no recent rates
 */
export function officialWitness(
  { base, quotation, source }: Bank,
  days: readonly ArchivedDay[],
): (date: IsoDate) => WitnessResponse[] {
  const witness = new URL(source.url).host;
  const ratesOf = new Map(days.map(({ date, rates }) => [date, rates]));
  return (date) => {
    const before = dayNumber(date) - 1;
    for (let day = before; day > before - MAX_PAUSE; day--) {
      const asOf = dateOfDay(day);
      const ofBank = ratesOf.get(asOf);
      const usd = ofBank?.get('USD');
      if (!ofBank || usd === undefined) continue;
      const perUsd = new Map(
        Array.from(ofBank, ([code, rate]) => [
          code,
          { rate: crossRate(usd, rate, directionsOf(['USD', code], quotation)), asOf },
        ]),
      );
      perUsd.set(base, { rate: crossRate(usd, 1, directionsOf(['USD', base], quotation)), asOf }).delete('USD');
      return [{ witness, rates: perUsd }];
    }
    return [];
  };
}
