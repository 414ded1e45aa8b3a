import { expect, it } from 'vitest';
import { sha256 } from '../../site/checksums.ts';
import { bundleClient, clientFiles } from '../../site/write/client-files.ts';
import { clientVersion } from './version.ts';
import versions from './versions.json' with { type: 'json' };

it('npm package of the JavaScript client > has the bytes that versions.json records for its version', async () => {
  const packed = clientFiles((await bundleClient()).code).find(({ path }) => path.endsWith('.tgz'));
  expect(
    sha256(packed?.body ?? ''),
    'The package has new bytes, so it needs a new version, because lockfiles of users have its hash. Add the version ' +
      'at the end of src/client/package/versions.json, with the hash that this test then receives.',
  ).toBe(new Map(Object.entries(versions)).get(clientVersion));
});
