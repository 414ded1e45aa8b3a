import '../src/commands/terminal/environment.ts';
import { appendFileSync } from 'node:fs';
import { z } from 'zod';
import { runCommand } from '../src/commands/terminal/command.ts';
import { flag, readCommandLine, wholeNumber } from '../src/commands/terminal/command-line.ts';
import { asGenerateOptions, dayCount, generateOptions } from '../src/commands/generate/generate-options.ts';
import { BACKFILL_PER_RUN } from '../src/publish/past-days.ts';
import type { NextRates } from '../src/publish/make-site.ts';
import { environmentHelp, pagesFileLimit, PagesProject } from '../src/commands/publish/pages-project.ts';
import { publishSite } from '../src/commands/publish/publish-site.ts';
import { publishConcerns } from '../src/commands/github/publish-concerns.ts';
import { COMMIT } from '../src/text/digests.ts';

const { out, mirror, witness, official, backfill, url, contact, now } = generateOptions;

await runCommand(async (signal) => {
  const { 'start-over': startOver, ...options } = readCommandLine({
    summary:
      'Publishes to Cloudflare Pages: builds the site on the live site’s data, tests it at a preview URL, makes it live, ' +
      'tests it again, and rolls back if a test fails.',
    synopsis: 'npm run publish -- [OPTIONS]',
    options: {
      out,
      mirror,
      'source-name': generateOptions['source-name'],
      'source-url': generateOptions['source-url'],
      'source-license': generateOptions['source-license'],
      'new-source': generateOptions['new-source'],
      witness,
      official,
      'dated-mirror': generateOptions['dated-mirror'],
      backfill: { ...backfill, schema: dayCount.default(BACKFILL_PER_RUN), otherwise: `${BACKFILL_PER_RUN}` },
      'file-limit': pagesFileLimit,
      url: { ...url, help: 'URL that callers use, if the site has a custom domain' },
      contact,
      'start-over': flag(
        'start over without the live site’s data. The new archive has only the days recorded in the repository until missing days are downloaded again, and the publish log starts over',
      ),
      commit: {
        value: 'SHA',
        help: 'commit of this code, for the publish log and Cloudflare’s list of deployments',
        schema: z.string().regex(COMMIT, 'expected a commit hash').optional(),
        otherwise: 'the commit that git reports',
      },
      patience: {
        value: 'SECONDS',
        help: 'how long each test waits at most until the deployment has reached all of Cloudflare’s locations',
        schema: wholeNumber(0, 600).default(120),
      },
      now,
    },
    notes: `${environmentHelp}

Exit codes: 0 published; 1 not published, or published with problems; 2 usage error.`,
  });
  const output = process.env['GITHUB_OUTPUT'];
  // Sets outputs for the workflow's jobs that attest, back up and report. If an output is set twice, its last value
  // counts.
  const jobOutput = (name: string) => (value: string) => {
    // A value from Cloudflare could contain a line break and thus set another output, so values with whitespace are
    // ignored.
    if (output && /^\S+$/.test(value)) appendFileSync(output, `${name}=${value}\n`);
  };
  const setConcerns = jobOutput('concerns');
  const listeners = {
    onChecksums: jobOutput('sha256sums'),
    onLive: jobOutput('live'),
    onRates: ({ snapshot, official }: Pick<NextRates, 'snapshot' | 'official'>) => {
      setConcerns(JSON.stringify(publishConcerns(snapshot, official)));
    },
  };
  await publishSite({ ...asGenerateOptions(options), startOver, ...listeners }, new PagesProject(signal), signal);
});
