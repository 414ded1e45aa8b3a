import { currencyOf, perUsdOfHundredth, subUnits } from '../../currencies/sub-units.ts';
import type { Rates } from '../../rates/rates.ts';

/** A currency's or a sub-unit's rate among the rates of currencies; undefined if there is none. */
export function perUnit(code: string, rates: Rates | undefined): number | undefined {
  const rate = rates?.get(currencyOf(code));
  return rate !== undefined && subUnits.has(code) ? perUsdOfHundredth(rate) : rate;
}
