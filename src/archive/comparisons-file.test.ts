import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateOfDay, dayNumber } from '../money/calendar.ts';
import { FileError } from '../text/site-problem.ts';
import { type Comparison, comparisonKey, ratioOf } from './comparison.ts';
import { comparisonsFile, parseComparisonsFile } from './comparisons-file.ts';
import { MAX_TABLE_CHARACTERS } from './table-lines.ts';

const row: Comparison = {
  date: '2026-09-29',
  code: 'SDG',
  witness: 'api.frankfurter.dev',
  ratio: 1.34,
  asOf: '2026-09-28',
};
const line = '2026-09-29,SDG,api.frankfurter.dev,1.34,2026-09-28';
const header = 'date,code,witness,ratio,as_of';
const INVALID_2 = 'line 2 is invalid or out of order';
const INVALID_3 = 'line 3 is invalid or out of order';

describe('evidence.csv (archived comparisons with witnesses)', () => {
  it('has a header and a line for each comparison', () => {
    expect(comparisonsFile([])).toEqual({ count: 0, body: `${header}\n` });
    const other = { ...row, witness: '127.0.0.1:8080', ratio: 1e-7 };
    expect(comparisonsFile([other, row])).toEqual({
      count: 2,
      body: `${header}\n2026-09-29,SDG,127.0.0.1:8080,1e-7,2026-09-28\n${line}\n`,
    });
  });

  it('has the same comparisons after it is written and parsed', () => {
    const comparison = fc.record({
      date: fc.nat(3000).map((day) => dateOfDay(dayNumber('2024-03-02') + day)),
      code: fc.constantFrom('EUR', 'USDT', 'LTC'),
      witness: fc.constantFrom('api.frankfurter.dev', '[::1]:8080', 'xn--bcher-kva.example', 'a_b.example'),
      ratio: fc.double({ min: 1e-15, max: 1e15, noNaN: true }).map((ratio) => ratioOf(ratio, 1) ?? 1),
      asOf: fc.nat(3000).map((day) => dateOfDay(dayNumber('2024-03-02') + day)),
    });
    const list = fc
      .uniqueArray(comparison, { selector: comparisonKey })
      .map((rows) => rows.sort((a, b) => (comparisonKey(a) < comparisonKey(b) ? -1 : 1)));
    fc.assert(
      fc.property(list, (rows) => {
        expect(parseComparisonsFile('evidence.csv', comparisonsFile(rows).body)).toEqual(rows);
      }),
    );
  });

  it.each([
    ['is empty', '', 'line 1 has unexpected columns: empty'],
    ['is an HTML page', '<!doctype html>', 'line 1 has unexpected columns: HTML, 15 characters'],
    ['is cut off at the end', `${header}\n${line}`, 'is cut off before the end of its last line'],
    ['has a line with too few cells', `${header}\n${line.slice(0, 20)}\n`, INVALID_2],
    ['has a line twice', `${header}\n${line}\n${line}\n`, INVALID_3],
    ['has a date before the last', `${header}\n${line}\n${line.replace('-29,SDG', '-28,EUR')}\n`, INVALID_3],
    ['has a code before the last', `${header}\n${line}\n${line.replace('SDG', 'EUR')}\n`, INVALID_3],
    ['has a witness before the last', `${header}\n${line}\n${line.replace('api.', 'aaa.')}\n`, INVALID_3],
    ['has an invalid date', `${header}\n${line.replace('2026-09-29', '2026-02-30')}\n`, INVALID_2],
    ['has a word as a date', `${header}\n${line.replace('2026-09-28', 'today')}\n`, INVALID_2],
    ['has a currency code in lower case', `${header}\n${line.replace('SDG', 'sdg')}\n`, INVALID_2],
    ['has a formula in place of a currency code', `${header}\n${line.replace('SDG', '=SUM(A1)')}\n`, INVALID_2],
    ['has quotation marks in a witness’s host name', `${header}\n${line.replace('api.', '"api".')}\n`, INVALID_2],
    ['has a URL path in a witness’s host name', `${header}\n${line.replace('.dev', '.dev/v2')}\n`, INVALID_2],
    ['has a hexadecimal ratio', `${header}\n${line.replace('1.34', '0x1')}\n`, INVALID_2],
    ['has a negative ratio', `${header}\n${line.replace('1.34', '-1.34')}\n`, INVALID_2],
    ['has a ratio of zero', `${header}\n${line.replace('1.34', '0')}\n`, INVALID_2],
    ['has a ratio above the maximum of 1e15', `${header}\n${line.replace('1.34', '1000000000000001')}\n`, INVALID_2],
    ['has a ratio with more than four digits', `${header}\n${line.replace('1.34', '1.3401')}\n`, INVALID_2],
    ['has a ratio with a zero at its end', `${header}\n${line.replace('1.34', '1.340')}\n`, INVALID_2],
    ['has no ratio', `${header}\n${line.replace('1.34', '')}\n`, INVALID_2],
    ['has a line with too many cells', `${header}\n${line},more\n`, INVALID_2],
    ['is a single line of 26,214,400 characters', 'x'.repeat(MAX_TABLE_CHARACTERS), 'line 1 has unexpected columns'],
    ['has more characters', `${header}\n${'x'.repeat(MAX_TABLE_CHARACTERS)}\n`, 'has more than 26214400 characters'],
  ])('can’t be parsed if it %s', (_, body, problem) => {
    expect(() => parseComparisonsFile('evidence.csv', body)).toThrow(FileError);
    expect(() => parseComparisonsFile('evidence.csv', body)).toThrow(problem);
  });
});
