import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { clientVersion } from './version.ts';
import { clientGuide } from '../testing/client-guide.ts';

it('guide docs/client.md > matches the types in ratesheet.d.ts (update: npx vitest run src/client -u)', async () => {
  await expect(await clientGuide()).toMatchFileSnapshot(join(import.meta.dirname, '../../public/docs/client.md'));
});

it('recipes in public/docs/recipes.md > install the newest version of the JavaScript client', () => {
  const recipes = readFileSync(join(import.meta.dirname, '../../public/docs/recipes.md'), 'utf8');
  expect(recipes).toContain(`/client/ratesheet-${clientVersion}.tgz`);
});
