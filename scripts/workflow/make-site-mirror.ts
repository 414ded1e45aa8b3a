/**
 * The publish workflow runs this script once a site is built, and is live if it is published to Cloudflare Pages. The
 * script makes the folder `mirror`, which a later job deploys to GitHub Pages, and tests it. It outputs the SHA-256 of
 * the mirror's `api/v1/rates.json`, which differs in every version.
 */

import '../../src/operate/terminal/environment.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePublishEntry } from '../../src/api/documents/publish-entry.ts';
import { paths, proofPaths } from '../../src/api/paths.ts';
import { setOutput, setting } from '../../src/operate/github/github.ts';
import { makeSiteMirror } from '../../src/operate/hosts/make-site-mirror.ts';
import { testSiteMirror } from '../../src/operate/hosts/test-site-mirror.ts';
import { runCommand } from '../../src/operate/terminal/command.ts';
import { sha256 } from '../../src/site/checksums.ts';

const [site, mirror] = ['dist', 'mirror'];

await runCommand(async (signal) => {
  const { settings } = parsePublishEntry(JSON.parse(readFileSync(join(site, proofPaths.newestEntry), 'utf8')));
  makeSiteMirror(site, mirror, {
    // A site that is published only to GitHub Pages has no other host, even if it has a custom domain.
    completeSite: setting('MODE') === 'beside' ? settings.url : null,
    repository: `${setting('GITHUB_SERVER_URL')}/${setting('GITHUB_REPOSITORY')}`,
  });
  await testSiteMirror(mirror, new Date().toISOString(), signal);
  setOutput('rates', sha256(readFileSync(join(mirror, paths.referenceRates))));
});
