import { present } from '../text/present.ts';
import type { Bank, BankTable } from './bank.ts';
import { banrep } from './banks/banrep.ts';
import { bnr } from './banks/bnr.ts';
import { bcbBuy, bcbSell } from './banks/bcb.ts';
import { cnb } from './banks/cnb.ts';
import { danmarksNationalbank } from './banks/danmarks-nationalbank.ts';
import { ecb } from './banks/ecb.ts';
import { fedH10 } from './banks/fed-h10.ts';
import { mnb } from './banks/mnb.ts';
import { nbg } from './banks/nbg.ts';
import { nbm } from './banks/nbm.ts';
import { nbp } from './banks/nbp.ts';
import { nbu } from './banks/nbu.ts';
import { norgesBank } from './banks/norges-bank.ts';
import { sedlabanki } from './banks/sedlabanki.ts';
import { usTreasury } from './banks/us-treasury.ts';

/**
 * The banks. If several banks have a rate that is needed from any of them, the first bank's counts. So a bank that
 * computes its rates from another bank's comes after it.
 */
export const banks: readonly [Bank, ...Bank[]] = [
  ecb,
  nbp,
  cnb,
  norgesBank,
  nbu,
  fedH10,
  danmarksNationalbank,
  nbm,
  nbg,
  sedlabanki,
  bcbBuy,
  bcbSell,
  usTreasury,
  bnr,
  banrep,
  mnb,
];

/** Every table of every bank, with its bank. */
export const bankTables: readonly { readonly bank: Bank; readonly table: BankTable }[] = banks.flatMap((bank) =>
  bank.tables.map((table) => ({ bank, table })),
);

/** The bank with a key. */
export function bankOf(key: string): Bank {
  return present(
    banks.find((bank) => bank.key === key),
    `bank ${key}`,
  );
}

/** The table with a key, with its bank. */
export function bankTableOf(key: string): (typeof bankTables)[number] {
  return present(
    bankTables.find(({ table }) => table.key === key),
    `table ${key}`,
  );
}

/** The name of a table's bank within a sentence. If the bank has several tables, the table's key follows. */
export function tableInSentence(key: string): string {
  const { inSentence, tables } = bankTableOf(key).bank;
  return tables.length > 1 ? `${inSentence} (${key})` : inSentence;
}
