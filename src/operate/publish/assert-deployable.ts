import { catalogue } from '../../currencies/catalogue.ts';
import { completenessProblems } from '../../validation/completeness.ts';
import { paths } from '../../api/paths.ts';
import type { Status } from '../../api/documents/status.ts';
import type { ReferenceRates } from '../../api/documents/reference-rates.ts';
import { check } from '../../site/check/check.ts';
import type { SiteData } from '../../site/site-data.ts';
import { SiteFiles } from '../../site/site-files.ts';
import { problemLine, type SiteProblem } from '../../text/site-problem.ts';
import { CommandError } from '../terminal/command.ts';

/**
 * @param published the data of the live site; none of its days and publish log entries may be lost
 * @throws {CommandError} if the site must not be deployed, or Cloudflare would reject it
 */
export async function assertDeployable(
  dir: string,
  fileLimit: number,
  published: SiteData | undefined,
  advice: string,
  signal: AbortSignal,
): Promise<void> {
  const { problems, referenceRates, status, data } = await check(new SiteFiles(dir), {
    fileLimit,
    continues: published,
    signal,
  });
  const all = [
    ...problems,
    ...(data?.isRecorded ? [recordedProblem(data)] : []),
    ...(referenceRates && status ? rateProblems(referenceRates, status) : []),
  ];
  if (all.length === 0) return;
  throw new CommandError(...all.map(problemLine), `Nothing was sent. ${advice}`);
}

/** Recorded rates are for local previews, and must not be published. */
function recordedProblem({ asOf }: SiteData): SiteProblem {
  const problem = `the recorded rates of ${asOf} are for previews only. Write the site again without --recorded`;
  return { path: paths.referenceRates, problem };
}

/**
 * Reports if a required currency or too many currencies lack a rate. Omitted rates don't count as missing, because
 * validation limits their number by itself.
 */
function rateProblems(site: ReferenceRates, status: Status): SiteProblem[] {
  const omitted = new Set(status.currencies.filter(({ state }) => state === 'omitted').map(({ code }) => code));
  const hasRate = (code: string) => Object.hasOwn(site.rates, code) || omitted.has(code);
  return completenessProblems(catalogue, hasRate).map(({ path, message }) => ({
    path: paths.referenceRates,
    problem: `${['rates', ...path].join('.')}: ${message}`,
  }));
}
