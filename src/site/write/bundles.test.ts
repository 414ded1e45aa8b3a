import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { packagesOf } from '../../pages/build/bundle.ts';
import { bundlePage } from '../../pages/build/bundle-page.ts';
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
