import type { Instant } from '../money/calendar.ts';
import { newestDay, newestProvider } from '../archive/archive.ts';
import { parsePublishEntry, type PublishEntry } from '../api/documents/publish-entry.ts';
import { paths, proofPaths } from '../api/paths.ts';
import { FIRST_DAY, isDefaultProvider } from '../sources/provider.ts';
import { readSiteData, type SiteData } from '../site/site-data.ts';
import { SiteFiles } from '../site/site-files.ts';
import { FileError } from '../text/site-problem.ts';
import { recordedArchive } from './recorded-archive.ts';
import { PublishError } from './publish-error.ts';

/** Largest plausible ratio between a current rate and a recorded rate. Years may lie between the two rates. */
const STRANGE_FACTOR = 10;
/** Maximum share of the recorded currencies whose rates may be missing or implausible in the previous site. */
const MAX_STRANGE_SHARE = 0.2;

const DAY_MS = 86_400_000;

/**
 * Reads the site that was published last, from its base URL or from a folder with the same files. An unreadable or
 * invalid site isn't ignored, because without its archive, days would be lost and rejected rates would be accepted.
 *
 * @throws {PublishError} if the site can't be read, or is implausible
 */
export async function readPrevious(site: string, now: Instant, signal?: AbortSignal): Promise<SiteData> {
  const files = new SiteFiles(site, { signal });
  try {
    return await readPublished(files, now);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new PublishError(
      'live-site',
      `The previous site cannot be used: ${files.place}: ${error.message}. Nothing was written.`,
      ({ toStartOver }) =>
        error instanceof FutureSiteError
          ? 'Set the clock right. If this clock is right, the site was published with a wrong clock. Then roll back to its ' +
            'last deployment that isn’t from the future: see "Roll back" in .github/CLOUDFLARE.md.'
          : `Try again; or, to start over without the site’s data, ${toStartOver}.`,
    );
  }
}

/** The data of a published site, checked like any other input, because it comes from a server. */
export async function readPublished(files: SiteFiles, now: Instant): Promise<SiteData> {
  assertPast(await files.document(proofPaths.newestEntry, parsePublishEntry), now);
  const data = await readSiteData(files);
  assertFamiliar(data);
  return data;
}

function assertPast({ date, retrieved_at }: PublishEntry, now: Instant): void {
  const latest = new Date(Date.parse(now) + DAY_MS).toISOString();
  for (const [name, time] of Object.entries({ retrieved_at, date })) {
    if (time > latest) {
      throw new FutureSiteError(proofPaths.newestEntry, `${name} is in the future: ${time}, and now it is ${now}`);
    }
  }
  if (date < FIRST_DAY) {
    throw new FileError(proofPaths.newestEntry, `date is before the dataset's first day: ${date}`);
  }
}

/**
 * Compares the newest day with the recorded rates. If the operator names the source, currencies may be missing.
 *
 * @throws {FileError} if too many rates of the newest day are missing or far from the recorded rates
 */
function assertFamiliar({ rate_as_of, archive }: SiteData): void {
  const rates = newestDay(archive)?.rates;
  const expected = newestDay(recordedArchive())?.rates ?? new Map<string, number>();
  const isPartial = !isDefaultProvider(newestProvider(archive));
  const strange = [...expected].filter(([code, other]) => {
    if (isPartial && !rates?.has(code)) return false;
    const rate = rates?.get(code) ?? NaN;
    return !(Math.max(rate / other, other / rate) <= STRANGE_FACTOR);
  });
  if (strange.length > expected.size * MAX_STRANGE_SHARE) {
    throw new FileError(
      paths.archiveYear(rate_as_of.slice(0, 4)),
      `on ${rate_as_of}, ${strange.length} of ${expected.size} currencies are missing or far from the recorded rates`,
    );
  }
}

/** The published site is dated in the future. Its newest days would be lost if a new site started over. */
class FutureSiteError extends FileError {
  override readonly name = 'FutureSiteError';
}
