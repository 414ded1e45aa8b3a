import type { Official } from '../../archive/official-rates.ts';
import type { Bank } from '../../sources/bank.ts';
import { banks } from '../../sources/banks.ts';

/** A bank whose rates a site has. */
export interface QuotingBank {
  readonly bank: Bank;
  /** Codes of the currencies that the bank quotes now: those of the newest day of each table, and its base. */
  readonly codes: readonly string[];
}

/** The banks whose rates a site has, in the order of preference. */
export function quotingBanks(official: Official): QuotingBank[] {
  return banks.flatMap((bank) => {
    const quoted = bank.tables.flatMap(({ key }) => [...(official.get(key)?.days.at(-1)?.rates.keys() ?? [])]);
    return quoted.length > 0 ? [{ bank, codes: [bank.base, ...new Set(quoted)] }] : [];
  });
}
