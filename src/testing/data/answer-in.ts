import type { IsoDate } from '../../money/calendar.ts';
import type { BankResponse } from '../../archive/official-rates.ts';
import { crossRate } from '../../money/cross-rate.ts';
import { directionsOf } from '../../money/quotation.ts';
import type { Bank } from '../../sources/bank.ts';
import { present } from '../../text/present.ts';

/** Units of a currency per 1 unit of another in a response, on the last day with rates up to a date. */
export function answerIn(
  { days }: BankResponse,
  { base, quotation }: Bank,
  [from, to]: readonly [from: string, to: string],
  date: IsoDate,
): [rateAsOf: string, rate: number] {
  const day = present(
    days.findLast((day) => day.date <= date),
    `day up to ${date}`,
  );
  const rateOf = (code: string) => (code === base ? 1 : present(day.rates.get(code), code));
  return [day.date, crossRate(rateOf(from), rateOf(to), directionsOf([from, to], quotation))];
}
