import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { setOutput } from './github.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('setOutput (sets an output of the workflow’s step)', () => {
  it('writes a line that GitHub reads', async () => {
    await using folder = temporaryFolder();
    const output = join(folder.path, 'output');
    vi.stubEnv('GITHUB_OUTPUT', output);
    setOutput('live', 'https://rates.example');
    expect(readFileSync(output, 'utf8')).toBe('live=https://rates.example\n');
  });

  it.each(['', 'two words', 'a\nlive=https://evil.example'])('throws if the value is %j', (value) => {
    expect(() => setOutput('live', value)).toThrow(/output "live"/);
  });
});
