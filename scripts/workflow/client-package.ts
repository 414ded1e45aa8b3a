/**
 * The release workflow runs this script. It writes the JavaScript client's npm package to the folder `package`, with the
 * name that the variable `NPM_PACKAGE` sets.
 */

import '../../src/operate/terminal/environment.ts';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { runCommand } from '../../src/operate/terminal/command.ts';
import { variable } from '../../src/operate/terminal/variable.ts';
import { bundleClient, clientFiles } from '../../src/site/write/client-files.ts';
import { present } from '../../src/text/present.ts';

const folder = 'package';
const setting = (name: string) => present(variable(name), `variable ${name}`);

await runCommand(async () => {
  const { code } = await bundleClient();
  const manifest = {
    name: setting('NPM_PACKAGE'),
    version: packageJson.version,
    description: 'A client for Ratesheet, a currency API to host yourself',
    license: packageJson.license,
    // npm accepts a package from a workflow only if this is the workflow's repository.
    repository: { type: 'git', url: `git+${setting('GITHUB_SERVER_URL')}/${setting('GITHUB_REPOSITORY')}.git` },
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: { '.': { types: './ratesheet.d.ts', default: './ratesheet.js' }, './package.json': './package.json' },
    types: './ratesheet.d.ts',
  };
  mkdirSync(folder);
  for (const { path, body } of clientFiles(code)) writeFileSync(join(folder, basename(path)), body);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(folder, 'README.md'), '# Ratesheet\n\nThe guide is on your site at `/docs/client`.\n');
  copyFileSync(join(import.meta.dirname, '../../LICENSE'), join(folder, 'LICENSE'));
});
