import type { DayRates } from '../../archive/day-rates.ts';
import { currencyOf, subUnits, unitOf } from '../../money/currencies/sub-units.ts';
import { rateOfSubUnit } from '../../money/quotation.ts';
import { present } from '../../text/present.ts';
import { withUnits } from './banks/withheld-in.ts';

/** Adds the rates of requested sub-units to a day. */
export function withSubUnits(day: DayRates, codes: readonly string[]): DayRates {
  const asked = codes.map(unitOf).filter((code) => subUnits.has(code));
  if (asked.length === 0) return day;
  const [rates, held] = [new Map(day.rates), new Map(day.held)];
  for (const code of asked) {
    const rate = present(rates.get(currencyOf(code)), `rate of ${currencyOf(code)}`);
    rates.set(code, rateOfSubUnit(code, rate, day.quotation));
    const since = held.get(currencyOf(code));
    if (since !== undefined) held.set(code, since);
  }
  // A sub-unit's table has its currency's place in the order of the tables.
  const references = Array.from(day.references ?? [], ([of, reference]) =>
    [of, ...asked.filter((code) => currencyOf(code) === of)].map((code) => [code, reference] as const),
  );
  const withheld = day.withheld && { withheld: withUnits(day.withheld, asked) };
  return { ...day, rates, held, references: new Map(references.flat()), ...withheld };
}
