import type { Official } from '../../archive/official-rates.ts';
import { type Bank, needsConfirmation } from '../../sources/bank.ts';
import { BankServers } from './bank-servers.ts';
import type { UpdateOptions } from './table-update.ts';
import { updateBank } from './update-bank.ts';

export interface UpdateBanksOptions extends Omit<UpdateOptions, 'address'> {
  readonly addressOf: (bank: Bank) => string | undefined;
}

/**
 * Updates banks at the same time. What one of them returns doesn't matter for the others, except that the banks with only
 * http are asked last, because the others' new rates confirm theirs.
 *
 * @param known the rates of all tables
 * @returns the rates of the tables of these banks
 */
export async function updateBanks(
  banks: readonly Bank[],
  known: Official,
  { addressOf, ...options }: UpdateBanksOptions,
): Promise<Official> {
  const servers = new BankServers();
  const updated = async (some: readonly Bank[], known: Official) => {
    const updates = some.map((bank) => updateBank(bank, known, { ...options, address: addressOf(bank) }, servers));
    return new Map((await Promise.all(updates)).flatMap((tables) => [...tables]));
  };
  const others = await updated(
    banks.filter((bank) => !needsConfirmation(bank)),
    known,
  );
  const confirmed = await updated(banks.filter(needsConfirmation), new Map([...known, ...others]));
  return new Map([...others, ...confirmed]);
}
