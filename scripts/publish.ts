import '../src/commands/terminal/environment.ts';
import { z } from 'zod';
import { runCommand } from '../src/commands/terminal/command.ts';
import { flag, readCommandLine, wholeNumber } from '../src/commands/terminal/command-line.ts';
import { asGenerateOptions, dayCount, generateOptions } from '../src/commands/generate/generate-options.ts';
import { BACKFILL_PER_RUN } from '../src/publish/past-days.ts';
import { environmentHelp, pagesFileLimit, PagesProject } from '../src/commands/publish/pages-project.ts';
import { publishSite } from '../src/commands/publish/publish-site.ts';
import { COMMIT } from '../src/text/digests.ts';

const { out, mirror, witness, official, backfill, url, contact, now } = generateOptions;
const { 'source-name': sourceName, 'source-url': sourceUrl, 'source-license': sourceLicense } = generateOptions;

await runCommand(async (signal) => {
  const { 'start-over': startOver, ...options } = readCommandLine({
    summary:
      'Publishes to Cloudflare Pages: builds the site on the live site’s data, tests it at a preview URL, makes it live, ' +
      'tests it again, and rolls back if a test fails.',
    synopsis: 'npm run publish -- [OPTIONS]',
    options: {
      out,
      mirror: { ...mirror, variable: 'MIRRORS' },
      'source-name': { ...sourceName, variable: 'SOURCE_NAME' },
      'source-url': { ...sourceUrl, variable: 'SOURCE_URL' },
      'source-license': { ...sourceLicense, variable: 'SOURCE_LICENSE' },
      'new-source': { ...generateOptions['new-source'], variable: 'NEW_SOURCE' },
      witness: { ...witness, variable: 'WITNESSES' },
      official: { ...official, variable: 'OFFICIAL' },
      'dated-mirror': { ...generateOptions['dated-mirror'], variable: 'DATED_MIRRORS' },
      backfill: {
        ...backfill,
        schema: dayCount.default(BACKFILL_PER_RUN),
        variable: 'BACKFILL',
        otherwise: `${BACKFILL_PER_RUN}`,
      },
      'file-limit': { ...pagesFileLimit, variable: 'FILE_LIMIT' },
      url: { ...url, help: 'URL that callers use, if the site has a custom domain', variable: 'SITE_URL' },
      contact: { ...contact, variable: 'CONTACT' },
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
      now,
    },
    notes: `An option replaces its variable. Spaces separate the values of a variable. An empty variable counts as unset.

${environmentHelp}

Exit codes: 0 published; 1 not published, or published with problems; 2 usage error.`,
  });
  await publishSite({ ...asGenerateOptions(options), startOver }, new PagesProject(signal), signal);
});
