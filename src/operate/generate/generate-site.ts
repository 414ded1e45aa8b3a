import type { Instant } from '../../money/calendar.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_TABLE_CHARACTERS } from '../../archive/table-lines.ts';
import { paths, proofPaths } from '../../api/paths.ts';
import { type Archive, lostDays } from '../../archive/archive.ts';
import { missingMessages } from '../../pages/texts/build/page-messages.ts';
import { FIRST_DAY } from '../../sources/provider.ts';
import type { FewerPairs } from '../../site/write/plan.ts';
import { replaceSite } from '../../site/write/replace-site.ts';
import { readSiteData } from '../../site/site-data.ts';
import { SiteFiles } from '../../site/site-files.ts';
import { restoreSite } from '../../site/site-folder.ts';
import { FileError } from '../../text/site-problem.ts';
import { CommandError, UsageError } from '../terminal/command.ts';
import { commitOfCode } from '../terminal/commit.ts';
import { annotate, print, printError, printProgress } from '../terminal/print.ts';
import { makeSite, type SiteOptions } from '../../publish/make-site.ts';
import type { Advice } from '../../publish/publish-error.ts';
import { advised } from './advised.ts';
import { type ReportOptions, terminalReport } from './terminal-report.ts';
import { withoutMetals } from '../../money/currencies/metals.ts';

/** Folder of the guides, and of files that are copied unchanged. */
export const publicFolder = join(import.meta.dirname, '../../../public');

export interface GenerateOptions extends Omit<SiteOptions, 'publicFolder' | 'version'>, ReportOptions {
  readonly out: string;
  /** Folder of a site that the new site replaces. The new site must not lack any of its days. */
  readonly replaced?: string | undefined;
  readonly advice?: Advice;
}

/**
 * Fetches the day's rates, replaces the site and prints a summary. Checks the time and the folder before any download.
 *
 * @returns the data of the previous site; undefined if there is none
 * @throws {UsageError} if the time is before the dataset began
 * @throws {SiteError} if the folder can't be replaced, or the file limit is too low even for a site without pairs
 * @throws {CommandError} if there are no rates to publish
 * @throws {InvalidSiteError} if the host would reject the planned site or serve it incorrectly
 */
export async function generateSite(options: GenerateOptions, signal: AbortSignal) {
  const begin = performance.now();
  assertPlausibleTime(options.now);
  const build = async (folder: string) => {
    printProgress('Downloading the newest rates.');
    const { commit = commitOfCode() } = options;
    const settings = { ...options, publicFolder, version: packageJson.version, commit };
    const made = await advised(makeSite(folder, settings, terminalReport(options), signal), options.advice);
    if (options.replaced !== undefined) await assertNothingLost(options.replaced, made.archive);
    return made;
  };
  const { previous, snapshot, plan, files, bytes } = await replaceSite(options.out, build, printError);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  const megabytes = (bytes / 1e6).toFixed(1);
  print(
    `${options.out}: rates of ${snapshot.rate_as_of} for ${withoutMetals(snapshot.rates).size} currencies, the pairs of ` +
      `${plan.pairCurrencies.length} as files. ${files} files, ${megabytes} MB, ${seconds} s.`,
  );
  for (const [language, keys] of missingMessages())
    printError(`The page in ${language} has English texts, because it lacks ${keys.join(', ')}.`);
  if (plan.fewerPairs) warnOfFewerPairs(plan.fewerPairs);
  warnOfManyComparisons(options.out);
  return previous;
}

/** Adds the site to continue to the options for {@link generateSite}: by default, the site in the folder that is replaced. */
export function continuing<T extends Pick<GenerateOptions, 'out' | 'previous'> & { readonly startOver: boolean }>(
  options: T,
): T & Pick<GenerateOptions, 'replaced'> {
  const { out, previous, startOver } = options;
  if (startOver) return options;
  const folder = restoreSite(out);
  // A damaged site counts, too. Otherwise, it would be replaced without its days.
  if (!existsSync(join(folder, proofPaths.checksums))) return options;
  return previous === undefined ? { ...options, previous: out } : { ...options, replaced: out };
}

/** @throws {CommandError} if a new archive lacks or changes a day of the site in a folder, or the site can't be read */
async function assertNothingLost(folder: string, archive: Archive): Promise<void> {
  let lost: readonly string[];
  try {
    lost = lostDays((await readSiteData(new SiteFiles(folder))).archive, archive);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new CommandError(
      `The site in ${folder} is damaged (${error.message}), so the new site may lack some of its days. Nothing was replaced. ` +
        'To replace it anyway, add --start-over. Otherwise, name another folder with --out.',
    );
  }
  const [first] = lost;
  if (first === undefined) return;
  throw new CommandError(
    `The new site lacks or changes ${lost.length} days of the site in ${folder}, such as ${first}. Nothing was replaced. ` +
      `Omit --previous to continue the site in ${folder}, or name another folder with --out.`,
  );
}

/**
 * Warns if the file of comparisons has more than half of its maximum size. The file grows slowly, so the operator still
 * has years to act.
 */
export function warnOfManyComparisons(site: string): void {
  const { size } = statSync(join(site, paths.archiveEvidence));
  if (size <= MAX_TABLE_CHARACTERS / 2) return;
  const [has, most] = [size, MAX_TABLE_CHARACTERS].map((bytes) => `${(bytes / 1e6).toFixed(1)} MB`) as [string, string];
  annotate(
    `${paths.archiveEvidence} has ${has}. A site can't be published if this file has more than ${most}. Name fewer ` +
      'witnesses with --witness or the variable WITNESSES, so that the file grows more slowly.',
  );
}

function warnOfFewerPairs({ from, currencies }: FewerPairs): void {
  annotate(
    `From ${from} on, only the pairs of ${currencies} currencies will fit as files, because the archive grows. ` +
      'The Pages Function will serve the others. To keep all of them as files, choose a plan that allows more files.',
  );
}

/** Rejects a time before the dataset began, because then the clock is wrong, or `--now` was mistyped. */
function assertPlausibleTime(now: Instant): void {
  if (Date.parse(now) >= Date.parse(FIRST_DAY)) return;
  throw new UsageError(
    `There were no rates at ${now}, because the first rates are from ${FIRST_DAY}. Set the clock or --now right.`,
  );
}
