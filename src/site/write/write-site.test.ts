import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { securityPath } from '../../api/paths.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { fewCurrencies, fewDays, fewPairs, writeSmallSite } from '../../testing/sites/small-site.ts';

it('writeSite > stops between two batches of pairs if its signal aborts', async () => {
  await using folder = temporaryFolder();
  const controller = new AbortController();
  const reason = new Error('Ctrl-C');
  const reported: number[] = [];
  const writing = writeSmallSite(join(folder.path, 'site'), {
    ...fewDays,
    // More than 512 files of pairs, as many as a batch has.
    fileLimit: fewPairs + 1000,
    signal: controller.signal,
    onProgress: (files) => {
      reported.push(files);
      controller.abort(reason);
    },
  });
  await expect(writing).rejects.toBe(reason);
  expect(reported).toHaveLength(1);
});

it('writeSite > writes the operator’s own security.txt, even if there is also a contact', async () => {
  await using folder = temporaryFolder();
  const [publicFolder, site] = [join(folder.path, 'public'), join(folder.path, 'site')];
  cpSync(join(import.meta.dirname, '../../../public'), publicFolder, { recursive: true });
  const own = 'Contact: https://me.example/\nExpires: 2030-01-01T00:00:00Z\n';
  mkdirSync(join(publicFolder, '.well-known'), { recursive: true });
  writeFileSync(join(publicFolder, securityPath), own);
  await writeSmallSite(site, { ...fewDays, ...fewCurrencies, publicFolder, contact: 'mailto:me@example.com' });
  expect(readFileSync(join(site, securityPath), 'utf8')).toBe(own);
});
