import { describe, expect, it } from 'vitest';
import { encodedFile } from '../testing/data/encoded-file.ts';
import { MAX_BYTES } from './encoding.ts';
import { problemInWords } from './problem.ts';
import { type Choices, understand } from './understand.ts';

const known = { codes: new Set(['EUR', 'USD']), thisYear: 2026 };
const problemOf = (bytes: Uint8Array, choices: Choices = {}) => {
  const found = understand(bytes, choices, known);
  return 'problem' in found ? found : undefined;
};
const table = 'Date,Amount,Currency\n2026-03-04,12.50,EUR\n';

describe('a file’s encoding', () => {
  const names = (bytes: Uint8Array, choices: Choices) => {
    const found = understand(bytes, choices, known);
    return 'problem' in found ? found.problem : found.table.names;
  };
  const header = 'Дата,Сумма,Валюта\n';
  const bytes = Buffer.concat([
    encodedFile(header, 'windows-1251', false),
    Buffer.from('2026-03-04,12.50,EUR\n2026-03-05,1,EUR\n'),
  ]);

  it('is chosen if the guess is wrong, and a choice that doesn’t fit is refused', () => {
    expect(names(bytes, {})).not.toContain('Дата');
    expect(names(bytes, { encoding: 'windows-1251' })).toEqual(['Дата', 'Сумма', 'Валюта']);
    expect(names(bytes, { encoding: 'utf-8' })).toBe('other_encoding');
    expect(names(Buffer.from(header + table), { encoding: 'euc-jp' })).toBe('other_encoding');
  });

  it('is found in the file whatever the encoding of other files is', () => {
    expect(names(Buffer.from(table), { legacy: 'shift_jis' })).toEqual(['Date', 'Amount', 'Currency']);
  });
});

describe('a file that isn’t a table', () => {
  it.each<[string, Uint8Array, string]>([
    ['no bytes', Buffer.of(), 'empty'],
    ['only spaces and line ends', Buffer.from('  \r\n\r\n'), 'empty'],
    ['only a byte order mark', Buffer.from('\ufeff'), 'empty'],
    ['more bytes than a table has', Buffer.alloc(MAX_BYTES + 1, 'a'), 'too_large'],
    ['one line of ten megabytes', Buffer.alloc(10_000_000, 'a'), 'long_row'],
    ['ten thousand columns', Buffer.from(`${'a,'.repeat(10_000)}\n`), 'many_columns'],
    ['a workbook', Buffer.from('PK\u0003\u0004 workbook'), 'workbook'],
    ['an old workbook', Buffer.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1), 'workbook'],
    ['a picture', Buffer.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0x0d, 1, 2, 3), 'binary'],
    ['random bytes', Buffer.from(Array.from({ length: 999 }, (_, at) => (at * 7919) % 256)), 'binary'],
    ['half of a character at the end', Buffer.from(`${table}2026-03-05,é,EUR,é`).subarray(0, -1), 'cut'],
    ['half of a character of UTF-16', Buffer.from(`\ufeff${table}`, 'utf16le').subarray(0, -1), 'cut'],
    [
      'a quotation mark that doesn’t end',
      Buffer.from(`${table}2026-03-05,"12.50,EUR\n2026-03-06,1,EUR\n`),
      'open_quote',
    ],
    ['text without columns', Buffer.from('Hello\nworld\n'), 'no_rows'],
    ['a header without rows', Buffer.from('Date,Amount,Currency\n'), 'no_rows'],
  ])('is refused with a sentence if it has %s', (_, bytes, expected) => {
    const problem = problemOf(bytes);
    expect(problem?.problem).toBe(expected);
    expect(problem && problemInWords(problem)).toMatch(/^[A-Z].+\.$/);
  });

  it('names the line with the problem', () => {
    expect(problemOf(Buffer.from(`${table}${table}2026-03-05,"12.50" x,EUR\n`))).toMatchObject({ line: 5 });
  });

  it('has a column that the choice names', () => {
    expect(problemOf(Buffer.from(table), { date: 'Day' })).toEqual({
      ...{ problem: 'no_column', name: 'Day' },
      columns: ['Date', 'Amount', 'Currency'],
    });
  });
});
