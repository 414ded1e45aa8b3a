import { MAX_YEAR_CHARACTERS } from '../../archive/year-file.ts';
import { paths } from '../../api/paths.ts';
import { HttpError } from '../../download/http/request.ts';
import { dateAt, type Instant, isDate, type IsoDate, yearsBetween } from '../../money/calendar.ts';
import { readPublished } from '../../publish/read-previous.ts';
import type { SiteData } from '../../site/site-data.ts';
import { isAbsent, SiteFiles } from '../../site/site-files.ts';
import { FIRST_DAY } from '../../sources/provider.ts';
import { FileError } from '../../text/site-problem.ts';
import { PublishFailure } from '../terminal/command.ts';
import { annotate } from '../terminal/print.ts';

/** What a restored site must have of the live site that it replaces. */
export interface DataToKeep {
  /** The live site's data; undefined if it's damaged. */
  readonly data: SiteData | undefined;
  /** If the live site is damaged, the past dates in those of its archive's lines that can still be read. */
  readonly dates: readonly IsoDate[];
}

/** @throws {PublishFailure} if the live site can't be reached, because it may have days that no backup has */
export async function dataToKeep(live: string, now: Instant, signal: AbortSignal): Promise<DataToKeep> {
  try {
    return { data: await readPublished(new SiteFiles(live, { signal }), now), dates: [] };
  } catch (error) {
    assertReached(live, error);
    annotate(`The live site is damaged (${error.message}), so only the dates in its archive are compared.`);
  }
  const [files, today] = [new SiteFiles(live, { signal }), dateAt(now)];
  const dates = yearsBetween(FIRST_DAY, today).map(async (year): Promise<IsoDate[]> => {
    try {
      const bytes = await files.bytes(paths.archiveYear(year), MAX_YEAR_CHARACTERS);
      return new TextDecoder()
        .decode(bytes)
        .split('\n')
        .map((line) => line.slice(0, 'YYYY-MM-DD'.length))
        .filter(isDate);
    } catch (error) {
      assertReached(live, error);
      return [];
    }
  });
  // A site that was published with a wrong clock may have dates in the future.
  return { data: undefined, dates: (await Promise.all(dates)).flat().filter((date) => date <= today) };
}

/** @throws {PublishFailure} if an error doesn't mean that a file is missing or damaged */
function assertReached(live: string, error: unknown): asserts error is FileError {
  if (!(error instanceof FileError)) throw error;
  if (error.cause instanceof HttpError && !isAbsent(error))
    throw new PublishFailure(
      'live-site',
      `${live} can't be reached: ${error.message}. Nothing was published. Try again.`,
    );
}

/** @throws {PublishFailure} if a restored site lacks dates of the damaged live site */
export function assertHasDates({ archive }: SiteData, dates: readonly IsoDate[]): void {
  const restored = new Set(archive.days.map(({ date }) => date));
  const lost = dates.filter((date) => !restored.has(date));
  const [first] = lost;
  if (first === undefined) return;
  throw new PublishFailure(
    'live-site',
    `The restored site lacks ${lost.length} days that the damaged live site still lists, such as ${first}. Nothing was sent. ` +
      'To replace the live site anyway, add --start-over (in the workflow, "Start over without the live site’s data").',
  );
}
