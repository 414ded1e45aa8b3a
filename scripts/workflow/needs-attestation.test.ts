import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startGitHubApi } from '../../src/testing/servers/github-api.ts';
import { runScript } from '../../src/testing/process/run-script.ts';
import { temporaryFolder } from '../../src/testing/process/temporary-folder.ts';

it('needs-attestation.ts outputs the hash of SHA256SUMS until GitHub has an attestation of it', async () => {
  await using folder = temporaryFolder();
  const output = join(folder.path, 'output');
  const attested = new Set<string>();
  await using github = await startGitHubApi([], { attested });
  for (const expected of ['sha256sums=a1\n', '']) {
    writeFileSync(output, '');
    const { code, stderr } = await runScript('workflow/needs-attestation', [], {
      ...{ GITHUB_API_URL: github.url, GITHUB_REPOSITORY: 'me/fork', GITHUB_TOKEN: 'a-token' },
      ...{ GITHUB_OUTPUT: output, SHA256SUMS: 'a1' },
    });
    expect([code, stderr, readFileSync(output, 'utf8')]).toEqual([0, '', expected]);
    attested.add('a1');
  }
});
