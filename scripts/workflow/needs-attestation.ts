/**
 * The publish workflow runs this once a site is live. It outputs the SHA-256 of the site's `SHA256SUMS` if GitHub has no
 * attestation of it, so that a signature that failed, or was never requested, is made good by the next run. It needs no
 * package.
 */

import { appendFileSync } from 'node:fs';
import { needsAttestation } from '../../src/commands/github/attestations.ts';
import { runCommand } from '../../src/commands/terminal/command.ts';
import { setting } from '../../src/commands/github/github.ts';

await runCommand(async (signal) => {
  const digest = setting('SHA256SUMS');
  if (await needsAttestation(digest, signal)) appendFileSync(setting('GITHUB_OUTPUT'), `sha256sums=${digest}\n`);
});
