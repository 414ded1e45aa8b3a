import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesBelow } from '../../site/files-below.ts';
import { banks } from './banks.ts';

const source = join(import.meta.dirname, '../..');

/** Facts name banks as their sources, the client's types have examples, and Frankfurter v1's format is one bank's. */
const mayNameBanks =
  /^(sources\/banks|testing|currencies\/data|archive\/recorded)\/|\.test\.ts$|ratesheet\.d\.ts$|frankfurter-v1\.ts$|euro-rates\.ts$/;

it('banks > aren’t named outside of their files, so a bank is added with one file and one line', () => {
  const keys = banks.flatMap(({ key, tables }) => [key, ...tables.map((table) => table.key)]).join('|');
  const named = new RegExp(
    [...banks.map(({ name }) => name), `['"\`/](${keys})['"\`/]`, `source=(${keys})\\b`].join('|'),
  );
  const found = [...filesBelow(source)]
    .filter(({ path }) => /\.(ts|html|json)$/.test(path) && !mayNameBanks.test(path))
    .flatMap(({ file, path }) => (named.exec(readFileSync(file, 'utf8')) ? [path] : []));
  expect(found).toEqual([]);
});
