import { expect, it } from 'vitest';
import { bankTables } from '../../../sources/banks.ts';
import { requests } from './requests.ts';

it('the list of requests has each table of each bank, and no other table', () => {
  expect([...requests.keys()].sort()).toEqual(bankTables.map(({ table }) => table.key).sort());
});
