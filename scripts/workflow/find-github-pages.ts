/**
 * The publish workflow runs this script in a repository that publishes to GitHub Pages. The script outputs the site's
 * URL there, and whether a site is published. It needs no package.
 */

import { setOutput } from '../../src/operate/github/github.ts';
import { findGitHubPages } from '../../src/operate/hosts/github-pages.ts';
import { runCommand } from '../../src/operate/terminal/command.ts';
import { print } from '../../src/operate/terminal/print.ts';

await runCommand(async (signal) => {
  const { url, isPublished } = await findGitHubPages(signal);
  print(`${url}: ${isPublished ? 'a site is published' : 'nothing is published yet'}.`);
  setOutput('url', url);
  setOutput('published', String(isPublished));
});
