import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProcess } from '../../testing/process/spawn-script.ts';

const scripts = join(import.meta.dirname, '../../../scripts');

describe('commands that use packages', () => {
  it('check the proxy before they import anything else', () => {
    const names = ['.', 'lab', 'workflow'].flatMap((folder) =>
      readdirSync(join(scripts, folder)).map((name) => join(folder, name)),
    );
    const commands = names.filter((name) => /^[a-z/-]+\.ts$/.test(name));
    const others = commands.filter((name) => {
      const [first] = /^import .*$/m.exec(readFileSync(join(scripts, name), 'utf8')) ?? [];
      return !/^import '[./]+\/src\/commands\/terminal\/environment\.ts';$/.test(first ?? '');
    });
    expect(commands.length).toBeGreaterThan(10);
    // The workflow runs these scripts without installed packages.
    expect(others).toEqual(
      ['find-github-pages', 'needs-attestation', 'report', 'tested-commit'].map((name) => `workflow/${name}.ts`),
    );
  });

  it.each(['20.20.2', '22.18.0'])(
    'say what to do, in one line, if Node has the version %s, which is too old',
    async (version) => {
      const old = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } })`;
      const { code, stderr } = await runProcess('smoke', ['--help'], {
        NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(old)}"`,
      });
      expect(stderr).toMatch(/^Node [\d.]+ is too old\. Run npm ci, .* install Node 22\.19 or later\.\n$/);
      expect(code).toBe(1);
    },
  );

  it('exit with 2 if the environment variable HTTPS_PROXY isn’t a URL', async () => {
    const { code, stderr } = await runProcess('smoke', ['https://rates.invalid'], { HTTPS_PROXY: 'nonsense' });
    expect(stderr).toBe('HTTPS_PROXY or HTTP_PROXY is not a URL. Set it to a URL such as http://proxy.example:3128.\n');
    expect(code).toBe(2);
  });
});
