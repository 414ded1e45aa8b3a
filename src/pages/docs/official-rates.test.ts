import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { banks, bankTables } from '../../sources/banks.ts';
import { rules } from '../../sources/rules/rules.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../public/docs/official-rates.md'), 'utf8');

/** The cells of a table's rows below the header, which begins with some names of columns. */
function rowsBelow(...names: readonly string[]): string[][] {
  const lines = guide.split('\n');
  const first = lines.findIndex((line) => line.startsWith(`| ${names.join(' | ')}`)) + 2;
  const end = lines.findIndex((line, place) => place >= first && !line.startsWith('|'));
  return lines.slice(first, end).map((line) => line.slice(2, -2).split(' | '));
}

describe('guide official-rates.md', () => {
  it('lists every bank’s tables with key, quoted currency, first day and a number of currencies', () => {
    const rows = rowsBelow('Bank', 'Key');
    expect(rows.map(([, key, base, first]) => [key, base, first])).toEqual(
      bankTables.map(({ bank, table }) => [`\`${bank.key}\``, bank.base, table.firstDay]),
    );
    for (const [, key, , , currencies] of rows) expect([key, currencies]).toEqual([key, expect.stringMatching(/\d$/)]);
  });

  it('lists every bank with its terms, its attribution and its rules', () => {
    expect(rowsBelow('Bank', 'Terms').map(([, ...cells]) => cells)).toEqual(
      banks.map(({ key, terms, source }) => [
        typeof terms === 'string' ? terms.replaceAll('’', "'") : `Not read. See [its page](${terms.unread})`,
        source.attribution,
        rules
          .flatMap(({ key: rule, bank }) => (bank.key === key ? [`[\`${rule}\`](rules.md#${rule})`] : []))
          .join(', ') || '–',
      ]),
    );
  });
});
