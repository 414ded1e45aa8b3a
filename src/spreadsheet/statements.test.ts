import { describe, expect, it } from 'vitest';
import { statements, type Statement } from '../testing/data/statements.ts';
import { recordedCatalogue } from '../testing/sites/small-site.ts';
import { encodedFile } from '../testing/data/encoded-file.ts';
import { dataRows } from './table.ts';
import { readRow } from './read-rows.ts';
import { type Choices, understand } from './understand.ts';

const known = { codes: new Set([...recordedCatalogue.map(({ code }) => code), 'GBX']), thisYear: 2026 };

function bytesOf({ lines, end = '\n', encoding = 'utf-8', mark = false }: Statement): Uint8Array {
  return encodedFile(lines.map((line) => line + end).join(''), encoding, mark);
}

function understood(statement: Statement, choices: Choices) {
  const found = understand(bytesOf(statement), { legacy: statement.encoding, ...choices }, known);
  if ('problem' in found) throw new Error(JSON.stringify(found));
  return found;
}

describe.each(statements)('a file as of $name', (statement) => {
  const { rows, asks = [], choices = {} } = statement;

  it(`asks ${asks.length === 0 ? 'nothing' : asks.join(' and ')}`, () => {
    expect(understood(statement, {}).questions.map(({ about }) => about)).toEqual(asks);
  });

  it('is read as it was meant', () => {
    const found = understood(statement, choices);
    expect(found.questions).toEqual([]);
    const read = dataRows(found.table).map((each) => readRow(each, found, 2026));
    expect(read.map((each) => ('note' in each ? each.note : each))).toEqual(rows);
  });
});
