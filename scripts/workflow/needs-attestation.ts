/**
 * The publish workflow runs this script once a site is live. If GitHub has no attestation of the site's `SHA256SUMS`,
 * the script outputs the file's SHA-256, and the workflow then attests the file. So if an attestation failed, the next
 * run repeats the attestation. The script needs no package.
 */

import { needsAttestation } from '../../src/operate/github/attestations.ts';
import { runCommand } from '../../src/operate/terminal/command.ts';
import { setOutput, setting } from '../../src/operate/github/github.ts';

await runCommand(async (signal) => {
  const digest = setting('SHA256SUMS');
  if (await needsAttestation(digest, signal)) setOutput('sha256sums', digest);
});
