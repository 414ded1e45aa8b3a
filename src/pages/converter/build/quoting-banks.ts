import { noRatesYet, type Official, withheldOf } from '../../../archive/official-rates.ts';
import type { Bank } from '../../../sources/bank.ts';
import { banks } from '../../../sources/banks.ts';

/** A bank whose rates a site has. */
export interface QuotingBank {
  readonly bank: Bank;
  /** Codes of the currencies that the bank quotes now: its base, those of each table's newest day, and those that wait. */
  readonly codes: readonly string[];
}

/** The banks whose rates a site has, in the order of preference. */
export function quotingBanks(official: Official): QuotingBank[] {
  return banks.flatMap((bank) => {
    const quoted = bank.tables.flatMap(({ key }) => {
      const rates = official.get(key) ?? noRatesYet;
      return [...(rates.days.at(-1)?.rates.keys() ?? []), ...withheldOf(rates).flatMap(({ code }) => code ?? [])];
    });
    return quoted.length > 0 ? [{ bank, codes: [bank.base, ...new Set(quoted)] }] : [];
  });
}
