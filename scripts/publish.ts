import '../src/commands/terminal/environment.ts';
import { z } from 'zod';
import { runCommand } from '../src/commands/terminal/command.ts';
import { flag, readCommandLine, wholeNumber } from '../src/commands/terminal/command-line.ts';
import { asGenerateOptions, dayCount, siteOptions } from '../src/commands/generate/generate-options.ts';
import { BACKFILL_PER_RUN } from '../src/publish/past-days.ts';
import { environmentHelp, pagesFileLimit, PagesProject } from '../src/commands/publish/pages-project.ts';
import { publishSite } from '../src/commands/publish/publish-site.ts';
import { COMMIT } from '../src/text/digests.ts';

await runCommand(async (signal) => {
  const { 'start-over': startOver, ...options } = readCommandLine({
    summary:
      'Publishes to Cloudflare Pages: builds the site on the live site’s data, tests it at a preview URL, makes it live, ' +
      'tests it again, and rolls back if a test fails.',
    synopsis: 'npm run publish -- [OPTIONS]',
    options: {
      ...siteOptions,
      backfill: {
        ...siteOptions.backfill,
        schema: dayCount.default(BACKFILL_PER_RUN),
        otherwise: `${BACKFILL_PER_RUN}`,
      },
      'file-limit': pagesFileLimit,
      url: { ...siteOptions.url, help: 'URL that callers use, if the site has a custom domain' },
      'start-over': {
        ...flag(
          'start over without the live site’s data. The new archive has only the days recorded in the repository until missing days are downloaded again, and the publish log starts over',
        ),
        variable: 'START_OVER',
      },
      commit: {
        value: 'SHA',
        help: 'commit of this code, for the publish log and Cloudflare’s list of deployments',
        schema: z.string().regex(COMMIT, 'expected a commit hash').optional(),
        variable: 'COMMIT',
        otherwise: 'the commit that git reports',
      },
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
  await publishSite({ ...asGenerateOptions(options), startOver }, new PagesProject(signal), signal);
});
