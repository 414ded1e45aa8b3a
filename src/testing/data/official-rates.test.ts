import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../process/temporary-folder.ts';
import { readOfficialRates } from './official-rates.ts';

it('readOfficialRates (test helper that reads official rates) > returns the rates of the last business day before a date', async () => {
  await using folder = temporaryFolder();
  const file = join(folder.path, 'eurofxref-hist.csv');
  // Like the bank's file, the newest day comes first, and each line ends with a comma.
  writeFileSync(
    file,
    'Date,USD,JPY,TRL,\r\n2026-04-07,1.25,200,N/A,\r\n2026-04-02,1.2,180,N/A,\r\n2026-04-01,,180,N/A,\r\n',
  );
  const saidOn = readOfficialRates(file);
  const answerOf = (asOf: string, eur: number, jpy: number) => [
    {
      witness: 'www.ecb.europa.eu',
      rates: new Map([
        ['EUR', { rate: eur, asOf }],
        ['JPY', { rate: jpy, asOf }],
      ]),
    },
  ];
  expect(saidOn('2026-04-08')).toEqual(answerOf('2026-04-07', 0.8, 160));
  expect(saidOn('2026-04-07')).toEqual(answerOf('2026-04-02', 1 / 1.2, 150));
  expect(saidOn('2026-04-02')).toEqual([]);
  expect(saidOn('2026-05-01')).toEqual([]);
});
