import { z } from 'zod';
import { BACKFILL_PER_RUN } from '../../publish/past-days.ts';
import type { Advice } from '../../publish/publish-error.ts';
import { COMMIT } from '../../text/digests.ts';
import { dayCount, generateOptions, siteOptions } from '../generate/generate-options.ts';
import { type CommandLine, flag } from '../terminal/command-line.ts';
import { pagesFileLimit } from '../hosts/pages-project.ts';

/** The options of every publish, wherever the site is published. */
export const publishOptions = {
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
  'site-mirror': {
    ...generateOptions.previous,
    value: 'URL|unknown',
    variable: 'SITE_MIRROR',
    help:
      'URL of the site on GitHub Pages. If nothing is live on Cloudflare Pages, the new site continues that archive. ' +
      'With unknown, nothing is then published, because a site on GitHub Pages may have an archive to continue',
  },
  commit: {
    value: 'SHA',
    help: 'commit of this code, for the publish log and Cloudflare’s list of deployments',
    schema: z.string().regex(COMMIT, 'expected a commit hash').optional(),
    variable: 'COMMIT',
    otherwise: 'the commit that git reports',
  },
} satisfies CommandLine['options'];

/** Advice for users of a publish. */
export const publishAdvice: Advice = {
  toStartOver: 'use --start-over (in the workflow, "Start over without the live site’s data")',
  withoutRates: 'or name another mirror with --mirror',
  toChangeSource: 'use --new-source (in the workflow, "Continue with another source")',
};
