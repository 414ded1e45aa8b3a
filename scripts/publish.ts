import '../src/operate/terminal/environment.ts';
import { runCommand } from '../src/operate/terminal/command.ts';
import { readCommandLine, wholeNumber } from '../src/operate/terminal/command-line.ts';
import { asGenerateOptions } from '../src/operate/generate/generate-options.ts';
import { environmentHelp, PagesProject } from '../src/operate/hosts/pages-project.ts';
import { publishOptions } from '../src/operate/publish/publish-options.ts';
import { publishSite } from '../src/operate/publish/publish-site.ts';

await runCommand(async (signal) => {
  const {
    'start-over': startOver,
    'site-mirror': siteMirror,
    ...options
  } = readCommandLine({
    summary:
      'Publishes to Cloudflare Pages: builds the site on the live site’s data, tests it at a preview URL, makes it live, ' +
      'tests it again, and rolls back if a test fails.',
    synopsis: 'npm run publish -- [OPTIONS]',
    options: {
      ...publishOptions,
      patience: {
        value: 'SECONDS',
        help: 'how long each test waits at most until the deployment has reached all of Cloudflare’s locations',
        schema: wholeNumber(0, 600).default(120),
      },
    },
    notes: `${environmentHelp}

Exit codes: 0 published; 1 not published, or published with problems; 2 usage error.`,
    env: process.env,
  });
  await publishSite({ ...asGenerateOptions(options), startOver, siteMirror }, new PagesProject(signal), signal);
});
