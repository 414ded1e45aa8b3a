import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sha256 } from '../site/checksums.ts';
import { bundleClient, clientFiles } from '../site/write/client-files.ts';
import { clientVersion } from './version.ts';
import versions from './versions.json' with { type: 'json' };

it('npm package of the JavaScript client > has the bytes that versions.json records for its version', async () => {
  const packed = clientFiles((await bundleClient()).code).find(({ path }) => path.endsWith('.tgz'));
  expect(
    sha256(packed?.body ?? ''),
    'The package has new bytes, so it needs a new version, because lockfiles of users have its hash. Add the version ' +
      'at the end of src/client/versions.json, with the hash that this test then receives. Run npx vitest run ' +
      'src/client -u, and correct the version in recipes.md.',
  ).toBe(new Map(Object.entries(versions)).get(clientVersion));
});

it('recipes in public/docs/recipes.md > install the newest version of the JavaScript client', () => {
  const recipes = readFileSync(join(import.meta.dirname, '../../public/docs/recipes.md'), 'utf8');
  expect(recipes).toContain(`/client/ratesheet-${clientVersion}.tgz`);
});
