import type { IsoDate } from '../../money/calendar.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordedFolder } from '../../publish/recorded-archive.ts';
import type { WrongValue } from '../../../scripts/lab/recorded/replay-datasets.ts';

/** The recorded values that are known to be wrong, with the right values. */
export const wrongValues: readonly WrongValue[] = readFileSync(join(recordedFolder, 'wrong-values.csv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [date, code = '', , right] = line.split(',');
    return { date: date as IsoDate, code, right: Number(right) };
  });
