import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BankTable } from '../../sources/bank.ts';
import { banks, bankTables } from '../../sources/banks.ts';
import { rules } from '../../sources/rules/rules.ts';

describe('guide to official rates', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../public/docs/official-rates.md'), 'utf8');

  /** The cells of the table that begins with a line, by row. */
  const tableAfter = (header: string) => {
    const [, rows = ''] = guide.split(`${header}\n`);
    const [, ...lines] = rows.slice(0, rows.indexOf('\n\n')).split('\n');
    return lines.map((line) => line.slice(2, -2).split(' | '));
  };

  it('has each table of each bank as the code describes it', () => {
    const hours = (by: number) => dateTimeOf(by).slice(11, 16) + ` UTC${places[Math.floor(by / 24)] ?? ''}`;
    const places: Readonly<Record<number, string>> = { [-1]: ' on the day before', 1: ' on the next business day' };
    const inWords = ({ rhythm, publishedBy }: BankTable) => {
      if (rhythm === 'weeks of business days') return `business days, by ${hours(publishedBy)} on the next Monday`;
      if (rhythm === 'quarters') return `ends of quarters, within ${publishedBy / 24} days, and amendments`;
      return `${rhythm}, by ${hours(publishedBy)}`;
    };
    expect(tableAfter('| Bank | Key | Quotes in | Since | Currencies | Rates published |')).toEqual(
      bankTables.map(({ bank: { name, key, base }, table }) => [
        expect.stringMatching(`^${name}(, table .)?$`) as string,
        ...[`\`${key}\``, base, table.firstDay],
        expect.stringMatching(/^(about )?\d+$/) as string,
        inWords(table),
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

/** The time some hours after the beginning of a day. */
function dateTimeOf(hours: number): string {
  return new Date(Date.parse('2026-09-29') + hours * 3_600_000).toISOString();
}
