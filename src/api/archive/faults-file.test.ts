import { describe, expect, it } from 'vitest';
import { catalogue } from '../../currencies/catalogue.ts';
import { ValidatedArchive } from '../../validation/validate-archive.ts';
import { recordedDays } from '../../testing/sites/small-site.ts';
import { MAX_TABLE_CHARACTERS } from '../../archive/table-lines.ts';
import { FileError } from '../../text/site-problem.ts';
import { faultsFile, parseFaultsFile } from './faults-file.ts';

describe('the file of rejected values', () => {
  it('is parsed as it was written', () => {
    const faults = new ValidatedArchive(recordedDays, catalogue).rejected();
    expect(faults.length).toBeGreaterThan(100);
    expect(parseFaultsFile(faultsFile(faults).body)).toEqual(faults);
    expect(parseFaultsFile(faultsFile([]).body)).toEqual([]);
  });

  const header = 'date,code,value,reason\n';
  it.each([
    ['a page', '<!doctype html>\n', 'line 1 has unexpected columns: "<!doctype html>"'],
    ['an empty file', '', 'line 1 has unexpected columns: ""'],
    ['no end', `${header}2025-11-01,MNT,0.69,known_fault`, 'is cut off before the end of its last line'],
    ['no date', `${header}2025-02-30,MNT,0.69,known_fault\n`, 'line 2 is invalid: "2025-02-30,MNT,0.69,known_fault"'],
    ['no code', `${header}2025-11-01,mnt,0.69,known_fault\n`, 'line 2 is invalid: "2025-11-01,mnt,0.69,known_fault"'],
    ['no rate', `${header}2025-11-01,MNT,0,known_fault\n`, 'line 2 is invalid: "2025-11-01,MNT,0,known_fault"'],
    ['no reason', `${header}2025-11-01,MNT,0.69,toString\n`, 'line 2 is invalid: "2025-11-01,MNT,0.69,toString"'],
    ['a cell more', `${header}2025-11-01,MNT,1,missing,\n`, 'line 2 is invalid: "2025-11-01,MNT,1,missing,"'],
    ['no bounds', 'x'.repeat(MAX_TABLE_CHARACTERS + 1), `has more than ${MAX_TABLE_CHARACTERS} characters`],
  ])('is rejected with %s', (_, body, message) => {
    expect(() => parseFaultsFile(body)).toThrow(new FileError('archive/faults.csv', message));
  });
});
