import { statSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_TABLE_CHARACTERS } from '../../archive/table-lines.ts';
import { catalogue } from '../../currencies/catalogue.ts';
import { paths } from '../../api/format/paths.ts';
import { FIRST_DAY } from '../../rates/first-day.ts';
import type { FewerPairs } from '../../site/write/plan.ts';
import { sitePlace } from '../../site/write/site-place.ts';
import { writeSite, type WriteSiteInput } from '../../site/write/write-site.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { UsageError } from '../terminal/command.ts';
import { commitOfCode } from '../terminal/commit.ts';
import { type Obtained, obtainSnapshot, type ObtainOptions } from './obtain-snapshot.ts';
import { Progress } from '../terminal/progress.ts';
import { annotate, print, tell } from '../terminal/tell.ts';

/** Where the pages' templates and what is copied as it is stand. */
export const publicFolder = join(import.meta.dirname, '../../../public');

export interface GenerateOptions
  extends ObtainOptions, Pick<WriteSiteInput, 'out' | 'fileLimit' | 'url' | 'contact' | 'commit'> {
  /** Called with the rates before anything is written, so that a later failure hides nothing. */
  readonly onRates?: (rates: Pick<Obtained, 'snapshot' | 'official'>) => void;
}

/**
 * Fetches the day's rates and writes the site; tells the user what is done. What can be known to be in vain is not begun.
 *
 * @throws {UsageError} when the time cannot be right
 * @throws {SiteError} when a site can't take the folder's place, or the file limit has no room for what every site has
 * @throws {CommandError} when there are no rates to publish, or no host would take the site
 */
export async function generateSite(options: GenerateOptions, signal: AbortSignal) {
  const begin = performance.now();
  assertPlausibleTime(options.now);
  sitePlace(options.out);
  const { published, ...obtained } = await obtainSnapshot(options, signal);
  const { snapshot } = obtained;
  options.onRates?.(obtained);
  const progress = new Progress({ doing: 'Writing files', done: 'Wrote', things: 'files' });
  try {
    const { plan, files, bytes, sha256sums } = await writeSite({
      ...options,
      ...obtained,
      publicFolder,
      version: packageJson.version,
      catalogue,
      receipts: published?.receipts ?? [],
      commit: options.commit ?? commitOfCode(),
      signal,
      onProgress: progress.update,
      onLeftover: (folder, { code, message }) => {
        tell(
          `Warning: ${folder} cannot be removed (${code ?? message}). The site does not need it: remove it as its owner.`,
        );
      },
    });
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    const megabytes = (bytes / 1e6).toFixed(1);
    print(
      `${options.out}: rates of ${snapshot.asOf} for ${snapshot.rates.size} currencies, the pairs of ` +
        `${plan.pairCurrencies.length} as files. ${files} files, ${megabytes} MB, ${seconds} s.`,
    );
    if (plan.fewerPairs) warnOfFewerPairs(plan.fewerPairs);
    warnOfLongEvidence(options.out);
    return { asOf: snapshot.asOf, published, sha256sums };
  } finally {
    progress.stop();
  }
}

/** Warns years before the evidence is too long to be published. Its lines stay for good, like the archive's. */
export function warnOfLongEvidence(site: string): void {
  const { size } = statSync(join(site, paths.archiveEvidence));
  if (size <= MAX_TABLE_CHARACTERS / 2) return;
  const [has, most] = [size, MAX_TABLE_CHARACTERS].map((bytes) => `${(bytes / 1e6).toFixed(1)} MB`) as [string, string];
  annotate(
    `${paths.archiveEvidence} has ${has}. A site with more than ${most} of it can't be published. Name fewer witnesses, ` +
      'with --witness or in the variable WITNESSES, so that it grows more slowly.',
  );
}

function warnOfFewerPairs({ from, currencies }: FewerPairs): void {
  annotate(
    `From ${from} on, only the pairs of ${currencies} currencies will fit as files, because the archive grows. ` +
      'The Function will answer for the others. A plan of your host with more files keeps them.',
  );
}

/** A clock that lies before the dataset began is not set, or was mistyped. */
function assertPlausibleTime(now: string): void {
  if (Date.parse(now) >= Date.parse(FIRST_DAY)) return;
  throw new UsageError(
    `There were no rates at ${now}: the first are of ${FIRST_DAY}. Set the clock, or --now, to the time.`,
  );
}
