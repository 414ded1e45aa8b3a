import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { packagesOf } from '../../bundle/bundle.ts';
import { bundlePage } from '../../pages/bundle-page.ts';
import { bundleFunction } from './bundle-function.ts';
import { bundleClient } from './client-files.ts';

const sources = join(import.meta.dirname, '../../sources');

it.each<[string, () => Promise<{ readonly inputs: readonly string[] }>, string[]]>([
  ['the Pages Function', bundleFunction, []],
  ['the pages', bundlePage, ['uplot']],
  ['the JavaScript client', bundleClient, []],
])('the code of %s has no parser of a download, and no schema', async (_, bundle, packages) => {
  const { inputs } = await bundle();
  const ofSources = inputs.map((path) => relative(sources, path)).filter((path) => !path.startsWith('..'));
  expect(ofSources.filter((path) => !/^banks\b|^mirrors\.ts$/.test(path))).toEqual([]);
  expect(packagesOf(inputs).map((path) => path.replace(/^.*node_modules./, ''))).toEqual(packages);
});
