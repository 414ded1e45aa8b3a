import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { packagesOf } from '../../pages/build/bundle.ts';
import { bundlePage } from '../../pages/build/bundle-page.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { bundleFunction } from './bundle-function.ts';
import { bundleClient } from './client-files.ts';

const download = join(import.meta.dirname, '../../download');

it.each<[string, () => Promise<{ readonly inputs: readonly string[] }>, string[]]>([
  ['the Pages Function', bundleFunction, []],
  ['the pages', bundlePage, ['uplot', 'minisearch', 'papaparse']],
  ['the JavaScript client', bundleClient, []],
])('the code of %s has no parser of a download, and no schema', async (_, bundle, packages) => {
  const { inputs } = await bundle();
  const ofDownload = inputs.map((path) => relative(download, path)).filter((path) => !path.startsWith('..'));
  expect(ofDownload).toEqual([]);
  expect(packagesOf(inputs).map((path) => path.replace(/^.*node_modules./, ''))).toEqual(packages);
});

it('bundleClient > uses nothing of JavaScript’s library that Node.js 20 lacks', async () => {
  await using folder = temporaryFolder();
  const file = join(folder.path, 'client.js');
  writeFileSync(file, (await bundleClient()).code);
  const options = { allowJs: true, checkJs: true, noEmit: true, target: ts.ScriptTarget.ES2022 };
  const program = ts.createProgram([file], {
    ...options,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  });
  const problems = ts.getPreEmitDiagnostics(program).map(({ code, messageText }) => ({ code, messageText }));
  // "Property … does not exist on type …. Do you need to change your target library?"
  expect(problems.filter(({ code }) => code === 2550)).toEqual([]);
  expect(problems.length).toBeGreaterThan(0);
});
