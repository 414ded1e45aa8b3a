import { catalogue } from '../currencies/catalogue.ts';
import { completenessProblems } from '../dataset/completeness.ts';
import { recordedSnapshot } from '../dataset/recorded-snapshot.ts';
import { paths } from '../documents/paths.ts';
import type { ReferenceRates } from '../documents/reference-rates.ts';
import { checkSite } from '../site/check-site.ts';
import { problemLine, type SiteProblem } from '../site/site-problems.ts';
import { CommandError } from './command.ts';

/**
 * @param fileLimit how many files the account's plan takes
 * @param advice what to do when it is not
 * @throws {NoSiteError} when the folder holds no site
 * @throws {CommandError} when the site must not be deployed, or Cloudflare would not take it
 */
export function assertDeployable(dir: string, fileLimit: number, advice: string): void {
  const { problems, referenceRates } = checkSite(dir, fileLimit);
  const all = [...problems, ...(referenceRates ? rateProblems(referenceRates) : [])];
  if (all.length === 0) return;
  throw new CommandError(...all.map(problemLine), `Nothing was sent. ${advice}`);
}

/** Rates that may be looked at on this machine, but must not be published. */
function rateProblems(site: ReferenceRates): SiteProblem[] {
  const path = paths.referenceRates;
  const recorded = recordedSnapshot(catalogue, site.checked_at);
  const isRecorded = site.rate_as_of === recorded.asOf && site.retrieved_at === recorded.retrievedAt;
  return [
    ...(isRecorded
      ? [{ path, message: `the recorded rates of ${recorded.asOf} are for previews only: write it without --recorded` }]
      : []),
    ...completenessProblems(catalogue, (code) => Object.hasOwn(site.rates, code)).map((problem) => ({
      path,
      message: `${['rates', ...problem.path].join('.')}: ${problem.message}`,
    })),
  ];
}
