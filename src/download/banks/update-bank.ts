import { noRatesYet, type Official } from '../../archive/official-rates.ts';
import type { Bank } from '../../sources/bank.ts';
import { OtherBanks } from '../../validation/official/other-banks.ts';
import { BankServers } from './bank-servers.ts';
import { TableUpdate, type UpdateOptions } from './table-update.ts';

/**
 * Takes over what a bank has published since the last check, and then past days that were never asked for, the newest
 * first. Requests follow one another. If the newest possible day is known, no doubt ends on a date and no past day is
 * left, nothing is requested. Any error is the problem of its table, which keeps the rates from before.
 *
 * @param known the rates of the bank's tables. If the bank has only http, other banks' rates confirm its values
 * @param servers the run's requests to all banks
 * @returns the rates of each of the bank's tables
 * @throws the signal's reason, and nothing else
 */
export async function updateBank(
  bank: Bank,
  known: Official,
  options: UpdateOptions,
  servers = new BankServers(),
): Promise<Official> {
  const tableOptions = { ...options, otherBanks: new OtherBanks(known) };
  const updates = bank.tables.map((table) => ({
    key: table.key,
    update: new TableUpdate(bank, table, known.get(table.key) ?? noRatesYet, servers, tableOptions),
  }));
  for (const { update } of updates) await update.newest();
  for (const { update } of updates) await update.past();
  return new Map(updates.map(({ key, update }) => [key, update.finished()]));
}
