import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientPaths } from '../../api/paths.ts';
import { type Bundle, bundleModule } from '../../bundle/bundle.ts';
import { clientVersion } from '../../client/package/version.ts';
import type { SiteFile } from '../../api/site-file.ts';
import { tarArchive } from './tar-archive.ts';

const home = join(import.meta.dirname, '../../..');
const source = join(home, 'src/client');

const banner =
  '// JavaScript client of Ratesheet, © 2026 The Ratesheet authors, MIT license. Its guide is at /docs/client.';

/**
 * Bundles the JavaScript client for Node.js 20 and for browsers that are as old as Node.js 20. It isn't minified,
 * because Node.js prints the line that threw an error: with one line of code, it would print the whole module.
 */
export function bundleClient(): Promise<Bundle> {
  return bundleModule(join(source, 'client.ts'), {
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    banner: { js: banner },
    // The module names each source file relative to this folder, so its bytes don't depend on the current folder.
    absWorkingDir: home,
  });
}

/** The JavaScript client as a module, its types, and both as an npm package. */
export function clientFiles(module: string): SiteFile[] {
  const types = readFileSync(join(source, 'ratesheet.d.ts'), 'utf8').replaceAll('VERSION', clientVersion);
  const packageJson = {
    name: 'ratesheet',
    version: clientVersion,
    description: 'A client for Ratesheet, a currency API to host yourself',
    license: 'MIT',
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: { '.': { types: './ratesheet.d.ts', default: './ratesheet.js' }, './package.json': './package.json' },
    types: './ratesheet.d.ts',
  };
  const files = [
    { path: 'package/package.json', body: `${JSON.stringify(packageJson, null, 2)}\n` },
    { path: 'package/LICENSE', body: readFileSync(join(home, 'LICENSE')) },
    { path: 'package/README.md', body: '# Ratesheet\n\nThe guide is on your site at `/docs/client`.\n' },
    { path: 'package/ratesheet.d.ts', body: types },
    { path: 'package/ratesheet.js', body: module },
  ];
  return [
    { path: clientPaths.module, body: module },
    { path: clientPaths.types, body: types },
    { path: clientPaths.package(clientVersion), body: tarArchive(files) },
  ];
}
