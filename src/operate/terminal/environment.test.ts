import { describe, expect, it } from 'vitest';
import { runProcess } from '../../testing/process/spawn-script.ts';

describe('commands that use packages', () => {
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
