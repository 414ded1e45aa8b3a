/**
 * The publish workflow runs this script instead of `npm run publish` in a repository that publishes only to GitHub
 * Pages. The script builds the site, with the settings of `npm run publish`. A later job deploys it.
 */

import '../../src/operate/terminal/environment.ts';
import { asGenerateOptions } from '../../src/operate/generate/generate-options.ts';
import { publishOptions } from '../../src/operate/publish/publish-options.ts';
import { buildAlone } from '../../src/operate/hosts/build-alone.ts';
import { runCommand } from '../../src/operate/terminal/command.ts';
import { readCommandLine } from '../../src/operate/terminal/command-line.ts';

await runCommand(async (signal) => {
  const {
    'start-over': startOver,
    'site-mirror': live,
    ...options
  } = readCommandLine({
    summary: 'Builds the site for GitHub Pages, on the data of the site that is live there.',
    synopsis: 'node scripts/workflow/build-for-github-pages.ts',
    options: publishOptions,
    env: process.env,
  });
  // The live site is passed here, too, because it can't be its own witness.
  await buildAlone({ ...asGenerateOptions({ ...options, previous: live }), startOver }, signal);
});
