import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { banks, bankTables } from '../../sources/banks.ts';
import { rules } from '../../sources/rules/rules.ts';
import { publishedInWords } from './build/figures/published-in-words.ts';

describe('guide to official rates', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../public/docs/official-rates.md'), 'utf8');

  /** The cells of the table that begins with a line, by row. */
  const tableAfter = (header: string) => {
    const [, rows = ''] = guide.split(`${header}\n`);
    const [, ...lines] = rows.slice(0, rows.indexOf('\n\n')).split('\n');
    return lines.map((line) => line.slice(2, -2).split(' | '));
  };

  it('has each table of each bank as the code describes it', () => {
    expect(tableAfter('| Bank | Key | Quotes in | Since | Currencies | Rates published |')).toEqual(
      bankTables.map(({ bank: { name, key, base }, table }) => [
        expect.stringMatching(`^${name}(, table .)?$`) as string,
        ...[`\`${key}\``, base, table.firstDay],
        expect.stringMatching(/^(about )?\d+$/) as string,
        publishedInWords(table),
      ]),
    );
  });

  it('has each bank’s terms and rules', () => {
    const linksOf = (key: string) =>
      rules.flatMap(({ key: rule, bank }) => (bank.key === key ? [`[\`${rule}\`](rules.md#${rule})`] : []));
    expect(tableAfter('| Bank | Terms | Attribution | Rules |')).toEqual(
      banks.map(({ key, name, terms, source }) => [
        name,
        typeof terms === 'string' ? terms.replaceAll('’', "'") : `Not read. See [its page](${terms.unread})`,
        source.attribution,
        linksOf(key).join(', ') || '–',
      ]),
    );
  });
});
