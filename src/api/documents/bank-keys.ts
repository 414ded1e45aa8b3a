import { z } from 'zod';
import { bankTables } from '../../sources/banks/banks.ts';

const key = z.string().regex(/^[a-z][a-z-]*$/);

/** The key of a bank's table. A document of another version may have other keys. */
export const tableKey = key.meta({
  description: 'Key of the bank’s table: the bank’s key, with a suffix for a further table.',
  examples: [...new Set(bankTables.map(({ table }) => table.key))],
});

/** The key of a bank. */
export const bankKey = key.meta({
  description: 'Key of the bank: the value of the parameter `source`.',
  examples: [...new Set(bankTables.map(({ bank }) => bank.key))],
});
