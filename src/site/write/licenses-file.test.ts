import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { noChanges } from '../../sources/provider.ts';
import { ecb } from '../../sources/banks/ecb.ts';
import { licensedSources } from '../../api/source-fields.ts';
import { bundleClient } from './client-files.ts';
import { bundleFunction } from './bundle-function.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { bundlePage } from '../../pages/build/bundle-page.ts';
import { bundleModule, packagesOf } from '../../pages/build/bundle.ts';
import { licensesFile } from './licenses-file.ts';

const home = join(import.meta.dirname, '../../..');
const sources = licensedSources(noChanges, '2024-03-02', '2026-09-29', []);
const folder = temporaryFolder();
afterAll(() => folder[Symbol.asyncDispose]());

describe('licenses.txt', () => {
  it('has the notice of each package in the scripts, the styles and the data', async () => {
    const bundles = await Promise.all([bundlePage(), bundleFunction(), bundleClient()]);
    const packages = packagesOf(bundles.flatMap(({ inputs }) => inputs));
    expect(packages.map((path) => basename(path))).toContain('uplot');
    const { body } = licensesFile({ sources, packages, version: '1.2.3' });
    const folders = ['cldr-core', 'currency-codes', 'circle-flags'].map((name) => join(home, 'node_modules', name));
    for (const path of [...folders, ...packages]) {
      const { name, version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Record<string, string>;
      const file = readdirSync(path).find((file) => file.startsWith('LICENSE')) ?? 'LICENSE';
      expect(body).toContain(`${name} ${version}\n\n${readFileSync(join(path, file), 'utf8').trim()}\n`);
    }
    expect(body).toContain(`Ratesheet 1.2.3\n\n${readFileSync(join(home, 'LICENSE'), 'utf8').trim()}\n`);
  });

  it('has the name, URL and license of each source of rates, also of earlier sources', () => {
    const change = { first: '2026-01-01' as const, name: 'Bank', url: 'https://bank.example/', license: 'CC-BY-4.0' };
    const { body } = licensesFile({
      sources: licensedSources([change], '2024-03-02', '2026-09-29', [ecb]),
      packages: [],
      version: '1.2.3',
    });
    expect(body).toContain(
      'Market rates since 2024-03-02: fawazahmed0/exchange-api\nhttps://github.com/fawazahmed0/exchange-api\nLicense: CC0-1.0\n',
    );
    expect(body).toContain('Market rates since 2026-01-01: Bank\nhttps://bank.example/\nLicense: CC-BY-4.0\n');
    expect(body).toMatch(
      /Official rates: European Central Bank, .+\nhttps:.+\nLicense: LicenseRef-ECB-.+\n.+“Source: European Central Bank”\./,
    );
  });

  it('doesn’t say that reuse of a bank’s rates is allowed if nobody has read the terms', () => {
    const bank = { ...ecb, terms: { unread: 'https://bank.example/terms' } };
    const { body } = licensesFile({
      sources: licensedSources(noChanges, '2024-03-02', '2026-09-29', [bank]),
      packages: [],
      version: '1.2.3',
    });
    expect(body).toContain(
      `${bank.source.license}\nRatesheet’s authors haven’t read the terms: ${bank.terms.unread}\n`,
    );
    expect(body).not.toContain('Reuse is allowed');
  });

  it('fails for a bundled package without a license file', async () => {
    const path = join(folder.path, 'node_modules/@some/package');
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'package.json'), '{"name":"@some/package","version":"1.0.0","main":"index.js"}');
    writeFileSync(join(path, 'index.js'), 'export const used = 1; export const unused = 2;');
    writeFileSync(join(folder.path, 'entry.js'), "import { used } from '@some/package'; console.log(used);");
    const { inputs } = await bundleModule(join(folder.path, 'entry.js'), { absWorkingDir: folder.path });
    const packages = packagesOf(inputs);
    expect(packages).toEqual([path]);
    expect(() => licensesFile({ sources, packages, version: '1.2.3' })).toThrow(`${path} has no license file.`);
  });
});
