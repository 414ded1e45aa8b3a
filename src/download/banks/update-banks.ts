import { noRatesYet, type Official } from '../../archive/official-rates.ts';
import { type Bank, needsConfirmation } from '../../sources/bank.ts';
import { BankServers } from './bank-servers.ts';
import type { UpdateOptions } from './table-update.ts';
import { updateBank } from './update-bank.ts';

export interface UpdateBanksOptions extends Omit<UpdateOptions, 'address' | 'pastFrom'> {
  readonly addressOf: (bank: Bank) => string | undefined;
}

/**
 * Updates banks at the same time. What one of them returns doesn't matter for the others, except that the banks with only
 * http are asked last, because the others' new rates confirm theirs. They are asked only for past days that the others
 * have been asked for, so that their values needn't wait.
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
  const updated = async (some: readonly Bank[], known: Official, pastFrom?: string) => {
    const updates = some.map((bank) =>
      updateBank(bank, known, { ...options, address: addressOf(bank), pastFrom }, servers),
    );
    return new Map((await Promise.all(updates)).flatMap((tables) => [...tables]));
  };
  const [overHttp, overHttps] = [banks.filter(needsConfirmation), banks.filter((bank) => !needsConfirmation(bank))];
  const others = await updated(overHttps, known);
  const confirmed = await updated(overHttp, new Map([...known, ...others]), reachedBy(overHttps, others));
  return new Map([...others, ...confirmed]);
}

/** The latest of the days from which on banks were asked for their rates, of those that have days before left and respond. */
function reachedBy(banks: readonly Bank[], updated: Official): string | undefined {
  const reached = banks.flatMap(({ tables }) =>
    tables.flatMap(({ key, firstDay }) => {
      const { asked_from, problem } = updated.get(key) ?? noRatesYet;
      return problem === null && asked_from !== null && asked_from > firstDay ? [asked_from] : [];
    }),
  );
  return reached.sort().at(-1);
}
