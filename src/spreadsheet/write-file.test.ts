import { describe, expect, it } from 'vitest';
import { encodedFile } from '../testing/data/encoded-file.ts';
import { statements } from '../testing/data/statements.ts';
import { recordedCatalogue } from '../testing/sites/small-site.ts';
import type { ConvertedRow } from './convert-rows.ts';
import { dataRows } from './table.ts';
import { termsOf } from './terms.ts';
import { type Choices, understand } from './understand.ts';
import { writtenFile } from './write-file.ts';

const known = { codes: new Set(recordedCatalogue.map(({ code }) => code)), thisYear: 2026 };
const plBank = 'Narodowy Bank Polski, 042/A/NBP/2026';
const found = {
  ...{ rate: 4.2581, date: '2026-03-03' as const, reference: '042/A/NBP/2026', waits: undefined },
  bank: { key: 'nbp', name: 'Narodowy Bank Polski' },
};
const terms = termsOf({ to: 'PLN', source: 'nbp' });
const answer: ConvertedRow = {
  converted: ['-1234.50'],
  found,
  note: undefined,
};
const unknown: ConvertedRow = { converted: [], found: undefined, note: { note: 'no_date' } };

function written(text: string, row: ConvertedRow = answer, choices: Choices = {}): string {
  const found = understand(Buffer.from(text), choices, known);
  if ('problem' in found) throw new Error(JSON.stringify(found));
  const rows = dataRows(found.table).map(() => row);
  return Buffer.from(writtenFile(found, rows, terms)).toString();
}

describe('writtenFile (adds columns to a file)', () => {
  it('adds cells before the line ends, with the decimal separator of the amounts', () => {
    expect(written('Date;Amount;Currency\r\n2026-03-04;1,50;EUR\r\n')).toBe(
      'Date;Amount;Currency;converted_PLN;rate;rate_date;rate_source;note\r\n' +
        `2026-03-04;1,50;EUR;-1234,50;4,2581;2026-03-03;${plBank};\r\n`,
    );
  });

  it('quotes added cells with the delimiter, and keeps the quotes of others', () => {
    const text = '"Date",Memo,"Amount","Currency"\n2026-03-04,"a ""b""\nc, d","1.50",EUR';
    expect(written(text)).toBe(
      '"Date",Memo,"Amount","Currency",converted_PLN,rate,rate_date,rate_source,note\n' +
        `2026-03-04,"a ""b""\nc, d","1.50",EUR,-1234.50,4.2581,2026-03-03,"${plBank}",`,
    );
  });

  it('leaves rows before the header and blank rows as they are, and fills up short rows', () => {
    const text = 'Account;1\n\nDate;Amount;Currency;Memo\n2026-03-04;1,50;EUR;a\n;;;\n2026-03-05;2,50;EUR\n\n';
    expect(written(text, unknown).split('\n')).toEqual([
      'Account;1',
      '',
      'Date;Amount;Currency;Memo;converted_PLN;rate;rate_date;rate_source;note',
      '2026-03-04;1,50;EUR;a;;;;;no date',
      ';;;',
      '2026-03-05;2,50;EUR;;;;;;no date',
      '',
      '',
    ]);
  });

  it('adds a column of converted amounts for each column of amounts, and its rate once', () => {
    const row = { ...answer, converted: [undefined, '1234.50'] };
    expect(written('Date;Paid out;Paid in;Currency\n2026-03-04;;1,50;EUR\n', row, { amounts: ['2', '3'] })).toBe(
      'Date;Paid out;Paid in;Currency;converted_PLN_Paid out;converted_PLN_Paid in;rate;rate_date;rate_source;note\n' +
        `2026-03-04;;1,50;EUR;;1234,50;4,2581;2026-03-03;${plBank};\n`,
    );
  });

  it('numbers the headers of the columns if the file was converted before', () => {
    const once = written('Date;Amount;Currency\n2026-03-04;1,50;EUR\n', unknown);
    const [header] = written(once, unknown, { date: 'Date', amounts: ['Amount'] }).split('\n');
    expect(header).toMatch(/;note;converted_PLN_2;rate_2;rate_date_2;rate_source_2;note_2$/);
  });

  it('never writes a cell that a spreadsheet program runs, and keeps such cells of the file', () => {
    const name = '=HYPERLINK("http://x.example")';
    const row = { ...answer, found: { ...found, rate: 1e-7, bank: { key: 'x', name }, reference: undefined } };
    expect(written('Date,Amount,Currency,Memo\n2026-03-04,1.50,EUR,"=1+1"\n', row).split('\n')[1]).toBe(
      `2026-03-04,1.50,EUR,"=1+1",-1234.50,0.0000001,2026-03-03,"'${name.replaceAll('"', '""')}",`,
    );
  });

  it.each(statements)(
    'keeps all bytes of a file as of $name',
    ({ lines, end = '\n', encoding = 'utf-8', mark = false, choices = {} }) => {
      const bytes = encodedFile(lines.map((line) => line + end).join(''), encoding, mark);
      const found = understand(bytes, { legacy: encoding, ...choices }, known);
      if ('problem' in found) throw new Error(JSON.stringify(found));
      const rows = dataRows(found.table).map(() => answer);
      const lineEnd = Buffer.from(encodedFile(end, encoding, false)).toString('latin1');
      const linesOf = (of: Uint8Array) => Buffer.from(of).toString('latin1').split(lineEnd);
      const [before, after] = [linesOf(bytes), linesOf(writtenFile(found, rows, terms))];
      expect(after.length).toBe(before.length);
      expect(before.filter((line, at) => after[at]?.startsWith(line) !== true)).toEqual([]);
      expect(after.filter((line, at) => line !== before[at]).length).toBe(
        rows.length + (found.table.header === undefined ? 0 : 1),
      );
    },
  );
});
