/**
 * The publish workflow runs this once a site is live. It outputs the SHA-256 of the site's `SHA256SUMS` if GitHub has
 * no attestation of it. So the next run repeats a signature that failed or was never requested. It needs no package.
 */

import { appendFileSync } from 'node:fs';
import { needsAttestation } from '../../src/commands/github/attestations.ts';
import { runCommand } from '../../src/commands/terminal/command.ts';
import { setting } from '../../src/commands/github/github.ts';

await runCommand(async (signal) => {
  const digest = setting('SHA256SUMS');
  if (await needsAttestation(digest, signal)) appendFileSync(setting('GITHUB_OUTPUT'), `sha256sums=${digest}\n`);
});
