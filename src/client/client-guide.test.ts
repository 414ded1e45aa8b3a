import { join } from 'node:path';
import { expect, it } from 'vitest';
import { clientGuide } from '../testing/client-guide.ts';

it('the guide public/docs/client.md has the comments of ratesheet.d.ts (renew it with npx vitest run src/client -u)', async () => {
  await expect(await clientGuide()).toMatchFileSnapshot(join(import.meta.dirname, '../../public/docs/client.md'));
});
