import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { fewDays, fewPairs, writeSmallSite } from '../../testing/sites/small-site.ts';

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
