import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const home = join(import.meta.dirname, '../../..');

it('the privacy guide lists exactly the names that the pages use in the browser’s local storage', () => {
  const web = join(home, 'src/web');
  const scripts = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.ts$/.test(path))
    .map((path) => readFileSync(join(web, path), 'utf8'));
  const names = scripts.flatMap((script) => [
    ...Array.from(script.matchAll(/new KeptCodes\('([\w-]+)'/g), ([, name = '']) => `ratesheet-${name}`),
    ...Array.from(script.matchAll(/'(ratesheet-[\w-]+)'/g), ([, name = '']) => name),
  ]);
  const guide = readFileSync(join(home, 'public/docs/privacy.md'), 'utf8');
  const listed = Array.from(guide.matchAll(/^\| local storage \| `([\w-]+)` \|/gm), ([, name]) => name);
  expect(names.toSorted()).toEqual(listed.toSorted());
  expect(names).not.toEqual([]);
});
