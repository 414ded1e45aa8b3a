import '../src/operate/terminal/environment.ts';
import { asGenerateOptions } from '../src/operate/generate/generate-options.ts';
import { environmentHelp } from '../src/operate/hosts/cloudflare-api.ts';
import { publishOptions } from '../src/operate/publish/publish-options.ts';
import { publishSite } from '../src/operate/publish/publish-site.ts';
import { runPublish } from '../src/operate/publish/run-publish.ts';
import { readCommandLine } from '../src/operate/terminal/command-line.ts';

await runPublish(async (signal) => {
  const {
    'back-up': backUp,
    'github-pages': gitHubPages,
    ...options
  } = readCommandLine({
    summary:
      'Publishes to Cloudflare Pages: builds the site on the live site’s data, checks it, uploads it, checks it at a ' +
      'preview URL, makes it live, checks it again, and rolls back if a check fails.',
    synopsis: 'npm run publish -- [OPTIONS]',
    options: publishOptions,
    notes: `${environmentHelp}

Exit codes: 0 published; 1 not published, or published with problems; 2 usage error.`,
    env: process.env,
  });
  await publishSite({ ...asGenerateOptions(options), backUp, gitHubPages }, signal);
});
