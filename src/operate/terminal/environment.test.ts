import { describe, expect, it } from 'vitest';
import { runProcess } from '../../testing/process/spawn-script.ts';

describe('commands that use packages', () => {
  it('exit with 2 if the environment variable HTTPS_PROXY isn’t a URL', async () => {
    const { code, stderr } = await runProcess('smoke', ['https://rates.invalid'], { HTTPS_PROXY: 'nonsense' });
    expect(stderr).toBe('HTTPS_PROXY or HTTP_PROXY is not a URL. Set it to a URL such as http://proxy.example:3128.\n');
    expect(code).toBe(2);
  });
});
