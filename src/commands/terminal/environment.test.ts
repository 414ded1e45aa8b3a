import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runScript } from '../../testing/process/spawn-script.ts';

const scripts = join(import.meta.dirname, '../../../scripts');

describe('every command that uses packages', () => {
  // The workflow runs the scripts in scripts/workflow without packages.
  it.each(['.', 'lab'])('checks the environment before it imports anything else: scripts/%s', (folder) => {
    const names = readdirSync(join(scripts, folder)).filter((name) => /^[a-z-]+\.ts$/.test(name));
    expect(names.length).toBeGreaterThan(3);
    for (const name of names) {
      const [first] = /^import .*$/m.exec(readFileSync(join(scripts, folder, name), 'utf8')) ?? [];
      expect(first, name).toMatch(/^import '[./]+\/src\/commands\/terminal\/environment\.ts';$/);
    }
  });

  it('says in one line what to do about an old Node', async () => {
    const old = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.19.0" } })';
    const { code, stderr } = await runScript('smoke', ['--help'], {
      NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(old)}"`,
    });
    expect(stderr).toMatch(/^Node 20\.19\.0 is too old\. Run npm ci .*\n$/);
    expect(code).toBe(1);
  });

  it('refuses a proxy that is not a URL as wrong usage', async () => {
    const { code, stderr } = await runScript('smoke', ['https://rates.invalid'], { HTTPS_PROXY: 'nonsense' });
    expect(stderr).toBe('HTTPS_PROXY or HTTP_PROXY is not a URL. Set it to one, such as http://proxy.example:3128.\n');
    expect(code).toBe(2);
  });
});
