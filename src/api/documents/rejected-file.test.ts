import { describe, expect, it } from 'vitest';
import { catalogue } from '../../money/currencies/catalogue.ts';
import { ValidatedArchive } from '../../validation/validate-archive.ts';
import { recordedDays } from '../../testing/sites/small-site.ts';
import { MAX_TABLE_CHARACTERS } from '../../archive/table-lines.ts';
import { FileError } from '../../text/site-problem.ts';
import { rejectedFile, parseRejectedFile } from './rejected-file.ts';

describe('faults.csv (the source values that the history doesn’t contain)', () => {
  it('can be parsed back to the values that were written to it', () => {
    const rejected = new ValidatedArchive(recordedDays, catalogue).rejected();
    expect(rejected.length).toBeGreaterThan(100);
    expect(parseRejectedFile(rejectedFile(rejected).body)).toEqual(rejected);
    expect(parseRejectedFile(rejectedFile([]).body)).toEqual([]);
  });

  const header = 'date,code,value,reason\n';
  it.each([
    ['is an HTML page', '<!doctype html>\n', 'line 1 has unexpected columns: HTML, 15 characters'],
    ['is empty', '', 'line 1 has unexpected columns: empty'],
    ['is cut off', `${header}2025-11-01,MNT,0.69,known_fault`, 'is cut off before the end of its last line'],
    [
      'has more characters than the maximum',
      'x'.repeat(MAX_TABLE_CHARACTERS + 1),
      `has more than ${MAX_TABLE_CHARACTERS} characters`,
    ],
  ])('can’t be parsed if it %s', (_, body, message) => {
    expect(() => parseRejectedFile(body)).toThrow(new FileError('archive/faults.csv', message));
  });
});
