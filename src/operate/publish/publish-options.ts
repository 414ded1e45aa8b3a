import { z } from 'zod';
import { BACKFILL_PER_RUN } from '../../publish/past-days.ts';
import type { Advice } from '../../publish/publish-error.ts';
import { COMMIT } from '../../text/digests.ts';
import { dayCount, generateOptions, siteOptions } from '../generate/generate-options.ts';
import { FREE_PLAN_FILES, PAID_PLAN_FILES } from '../../site/host-limits.ts';
import { type CommandLine, flag, folderName, wholeNumber } from '../terminal/command-line.ts';

/** The option `--file-limit` of the commands that upload to Cloudflare Pages. */
export const pagesFileLimit = {
  value: 'N',
  variable: 'FILE_LIMIT',
  help: 'maximum number of files, such as what the plan of a Cloudflare account allows',
  schema: wholeNumber(1, PAID_PLAN_FILES).default(FREE_PLAN_FILES),
};

/** The option `--patience` of these commands. */
export const patience = {
  value: 'SECONDS',
  help: 'how long each check waits at most until a version has reached all of the host’s locations',
  schema: wholeNumber(0, 90).default(90),
};

/** The options of `npm run publish`. */
export const publishOptions = {
  ...siteOptions,
  backfill: {
    ...siteOptions.backfill,
    schema: dayCount.default(BACKFILL_PER_RUN),
    otherwise: `${BACKFILL_PER_RUN}`,
  },
  'file-limit': pagesFileLimit,
  url: { ...siteOptions.url, help: 'URL that callers use, if the site has a custom domain' },
  previous: {
    ...generateOptions.previous,
    variable: 'PREVIOUS',
    help: 'URL or folder of a site to restore, such as a copy of the branch archive. Refused if it lacks a day of the live site',
    otherwise: 'the live site',
  },
  'start-over': { ...generateOptions['start-over'], variable: 'START_OVER' },
  'back-up': {
    ...flag('back up the live site for the branch archive now, not only once a month'),
    variable: 'BACK_UP',
  },
  dir: {
    value: 'DIR',
    help:
      'folder to publish to, instead of Cloudflare Pages. Its link "live" names the newest version of the site, for ' +
      'npm run serve or another web server',
    schema: folderName.optional(),
    otherwise: 'none',
  },
  'github-pages': {
    ...flag(
      'publish to GitHub Pages: the files of the site beside Cloudflare Pages or, if no variable for Cloudflare is set, only the files',
    ),
    variable: 'PUBLISH_TO_GITHUB_PAGES',
  },
  patience,
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
  toStartOver:
    'use --start-over (in the workflow, "Start over without the live site’s data"). To restore a backup, use --previous (in the workflow, "Restore the branch archive")',
  withoutRates: 'or name another mirror with --mirror',
  toChangeSource: 'use --new-source (in the workflow, "Continue with another source")',
};

/** The options of `npm run serve` for its publishes. Options for a single publish or another host are left out. */
export const regularPublishOptions = without(publishOptions, [
  ...(['out', 'dir', 'now', 'previous', 'start-over', 'new-source'] as const),
  ...(['back-up', 'github-pages', 'patience'] as const),
]);

function without<T extends object, Name extends keyof T & string>(options: T, names: readonly Name[]): Omit<T, Name> {
  const isKept = ([name]: readonly [string, unknown]) => !(names as readonly string[]).includes(name);
  return Object.fromEntries(Object.entries(options).filter(isKept)) as Omit<T, Name>;
}
