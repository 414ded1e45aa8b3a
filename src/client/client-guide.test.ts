import { join } from 'node:path';
import { expect, it } from 'vitest';
import { clientGuide } from '../testing/client-guide.ts';

it('guide docs/client.md > matches the types in ratesheet.d.ts (update: npx vitest run src/client -u)', async () => {
  await expect(await clientGuide()).toMatchFileSnapshot(join(import.meta.dirname, '../../public/docs/client.md'));
});
