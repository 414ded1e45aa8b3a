import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { clientPaths } from '../../api/paths.ts';
import { type Bundle, bundleModule } from '../../pages/build/bundle.ts';
import type { SiteFile } from '../../api/site-file.ts';

const home = join(import.meta.dirname, '../../..');
const source = join(home, 'src/client');

/** Names the version, because users copy the file to their own project. */
const banner = `// JavaScript client of Ratesheet ${packageJson.version}, © 2026 The Ratesheet authors, MIT license. Its guide is at /docs/client.`;

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

/** The JavaScript client as a module, and its types. */
export function clientFiles(module: string): SiteFile[] {
  return [
    { path: clientPaths.module, body: module },
    { path: clientPaths.types, body: readFileSync(join(source, 'ratesheet.d.ts')) },
  ];
}
