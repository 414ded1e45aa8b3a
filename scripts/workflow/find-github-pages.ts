/**
 * The publish workflow runs this script in a repository that publishes to GitHub Pages. The script outputs the site's
 * URL there, and whether a site is published. It needs no package.
 */

import { setOutput } from '../../src/commands/github/github.ts';
import { findGitHubPages } from '../../src/commands/github/github-pages.ts';
import { runCommand } from '../../src/commands/terminal/command.ts';
import { print } from '../../src/commands/terminal/print.ts';

await runCommand(async (signal) => {
  const { url, isPublished } = await findGitHubPages(signal);
  print(`${url}: ${isPublished ? 'a site is published' : 'nothing is published yet'}.`);
  setOutput('url', url);
  setOutput('published', String(isPublished));
});
