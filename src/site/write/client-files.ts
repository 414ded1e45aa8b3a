import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'fflate';
import { clientPaths } from '../../api/format/paths.ts';
import { bundleModule } from '../../pages/bundle-module.ts';
import type { SiteFile } from '../../pages/template/site-file.ts';
import { tarArchive } from './tar-archive.ts';

const home = join(import.meta.dirname, '../../..');
const source = join(home, 'src/client');

/** Bundles the JavaScript client for Node.js 20 and for browsers that are as old as Node.js 20. */
export function bundleClient(): Promise<string> {
  return bundleModule(join(source, 'client.ts'), {
    format: 'esm',
    minify: true,
    target: 'es2022',
    charset: 'utf8',
  });
}

/** The JavaScript client as a module, its types, and both as an npm package. */
export function clientFiles(module: string, version: string): SiteFile[] {
  const types = readFileSync(join(source, 'ratesheet.d.ts'), 'utf8').replaceAll('VERSION', version);
  const packageJson = {
    name: 'ratesheet',
    version,
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
    // Compressed by fflate, whose version is fixed. `node:zlib` may return other bytes in another version of Node.js.
    { path: clientPaths.package(version), body: gzipSync(tarArchive(files), { level: 9, mtime: 0 }) },
  ];
}
