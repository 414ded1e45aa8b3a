import '../src/commands/terminal/environment.ts';
import { appendFileSync } from 'node:fs';
import { z } from 'zod';
import { runCommand } from '../src/commands/terminal/command.ts';
import { flag, readCommandLine, wholeNumber } from '../src/commands/terminal/command-line.ts';
import { dayCount, generateOptions } from '../src/commands/generate/generate-options.ts';
import { environmentHelp, pagesFileLimit, PagesProject } from '../src/commands/publish/pages-project.ts';
import { publishSite } from '../src/commands/publish/publish-site.ts';
import { catalogue } from '../src/currencies/catalogue.ts';
import { longStaleness } from '../src/snapshot/long-staleness.ts';
import { datedMirrorsFor } from '../src/sources/mirrors.ts';
import { longDoubts } from '../src/snapshot/long-doubts.ts';
import type { Snapshot } from '../src/snapshot/snapshot.ts';
import { COMMIT } from '../src/text/digests.ts';

const { out, mirror, witness, backfill, url, contact, now } = generateOptions;

await runCommand(async (signal) => {
  const {
    mirror: mirrors,
    witness: witnesses,
    'dated-mirror': datedMirrors,
    'file-limit': fileLimit,
    ...options
  } = readCommandLine({
    summary:
      'Publishes on Cloudflare Pages: writes the site on what the live one knows, checks it, tries it at an address of ' +
      'its own, makes it the live one and tries it there. What is not healthy never goes live, or is rolled back.',
    synopsis: 'npm run publish -- [OPTIONS]',
    options: {
      out,
      mirror,
      witness,
      'dated-mirror': generateOptions['dated-mirror'],
      backfill: {
        ...backfill,
        schema: dayCount.optional(),
        otherwise: 'on a first publish the last 400 days, later 30 an hour of what of them is missing; 0 for none',
      },
      'file-limit': pagesFileLimit,
      url: { ...url, help: 'the address that callers know, where the site has a domain of its own' },
      contact,
      anew: flag(
        'begin without what the live site knows: its archive begins again, with the recorded years and the last 400 days, and its receipts with a first line; all older days are lost',
      ),
      commit: {
        value: 'SHA',
        help: 'the commit that this code is, for the receipts and Cloudflare’s list of deployments',
        schema: z.string().regex(COMMIT, 'expected the hash of a commit').optional(),
        otherwise: 'git’s',
      },
      patience: {
        value: 'SECONDS',
        help: 'how long each trial of what was just deployed may take: it is not known everywhere at once',
        schema: wholeNumber(0, 600).default(120),
      },
      now,
    },
    notes: `${environmentHelp}

Exit codes: 0 published; 1 not published, or not all is well with what is; 2 wrong use.`,
  });
  const output = process.env['GITHUB_OUTPUT'];
  // For the jobs that attest, keep and report. The last value counts.
  const tellJobs = (name: string) => (value: string) => {
    // Cloudflare's own answer must not set another one.
    if (output && /^\S+$/.test(value)) appendFileSync(output, `${name}=${value}\n`);
  };
  const tellDoubts = tellJobs('doubts');
  const tellStale = tellJobs('stale');
  const tellers = {
    onChecksums: tellJobs('sha256sums'),
    onLive: tellJobs('live'),
    onSnapshot: (snapshot: Snapshot) => {
      tellDoubts(JSON.stringify(longDoubts(catalogue, snapshot)));
      tellStale(JSON.stringify(longStaleness(snapshot)));
    },
  };
  await publishSite(
    { ...options, ...tellers, mirrors, witnesses, datedMirrors: datedMirrorsFor(mirrors, datedMirrors), fileLimit },
    new PagesProject(signal),
    signal,
  );
});
