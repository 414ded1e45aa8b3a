import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { removeFolder } from './remove-folder.ts';

it('removeFolder (removes a folder with all its files) lets other events happen meanwhile, and follows no link', async () => {
  await using folder = temporaryFolder();
  const [site, other] = [join(folder.path, 'site'), join(folder.path, 'other')];
  for (const path of [join(site, 'api/v1'), other]) mkdirSync(path, { recursive: true });
  for (const path of [join(site, 'api/v1/rates.json'), join(other, 'kept')]) writeFileSync(path, '');
  symlinkSync(other, join(site, 'link'));
  let isRemoved = false;
  const removal = removeFolder(site).then(() => (isRemoved = true));
  await new Promise(setImmediate);
  expect(isRemoved).toBe(false);
  await removal;
  expect(readdirSync(folder.path, { recursive: true }).sort()).toEqual(['other', 'other/kept']);
});
