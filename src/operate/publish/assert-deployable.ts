import { type Archive, lostDays } from '../../archive/archive.ts';
import { catalogue } from '../../currencies/catalogue.ts';
import { completenessProblems } from '../../validation/completeness.ts';
import { paths, proofPaths } from '../../api/paths.ts';
import type { Status } from '../../api/documents/status.ts';
import type { ReferenceRates } from '../../api/documents/reference-rates.ts';
import { checkSite } from '../../site/check/check-site.ts';
import type { LogLine } from '../../api/published/publish-log.ts';
import type { SiteData } from '../../site/site-data.ts';
import { problemLine, type SiteProblem } from '../../text/site-problem.ts';
import { CommandError } from '../terminal/command.ts';
import { present } from '../../text/present.ts';

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
  const { problems, referenceRates, status, data } = await checkSite(dir, fileLimit, signal);
  const all = [
    ...problems,
    ...(data?.isRecorded ? [recordedProblem(data)] : []),
    ...(referenceRates && status ? rateProblems(referenceRates, status) : []),
    ...(published && data ? lossProblems(published.archive, data.archive) : []),
    ...(published && data ? brokenChain(published.publishLog, data.publishLog) : []),
  ];
  if (all.length === 0) return;
  throw new CommandError(...all.map(problemLine), `Nothing was sent. ${advice}`);
}

function lossProblems(published: Archive, archive: Archive): SiteProblem[] {
  const lost = lostDays(published, archive);
  if (lost.length === 0) return [];
  const problem =
    `lacks or changes ${lost.length} published days, such as ${present(lost[0], 'day')}. ` +
    'Write the site again with --previous';
  return [{ path: paths.archive, problem }];
}

/** Reports entries of the published log that the new publish log lacks or changes. */
function brokenChain(published: readonly LogLine[], publishLog: readonly LogLine[]): SiteProblem[] {
  const lost = published.filter(({ text }, index) => publishLog[index]?.text !== text);
  const [first] = lost;
  if (!first) return [];
  const problem =
    `lacks or changes ${lost.length} entries of the publish log, the first of ${first.date}. ` +
    'Write the site again with --previous';
  return [{ path: proofPaths.publishLogYear(first.date.slice(0, 4)), problem }];
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
