import { archiveUpTo, lostDays, newestDay, newestSource } from '../archive/archive.ts';
import { isLogged } from '../archive/corrections.ts';
import { type OfficialRates, undoubted } from '../archive/official-rates.ts';
import { defaultSource, isDefaultSource, isSameSource } from '../archive/source.ts';
import { catalogue } from '../currencies/catalogue.ts';
import type { SiteData } from '../site/site-data.ts';
import { writeSite, type WriteSiteInput, type WrittenSite } from '../site/write/write-site.ts';
import { DatasetSearch } from '../sources/dataset-search.ts';
import { updateOfficial } from '../sources/official/update-official.ts';
import { Witnesses } from '../sources/witnesses/ask-witnesses.ts';
import { present } from '../text/present.ts';
import { compare } from '../validation/compare-witnesses.ts';
import { LostDataError, NoRatesError, OtherSourceError } from './errors.ts';
import { fetchPastDays, type PastDaysOptions, withPastDays } from './past-days.ts';
import type { PublishReport } from './publish-report.ts';
import { readPrevious } from './read-previous.ts';
import { recordedArchive, recordedOfficialRates } from './recorded-archive.ts';
import {
  fallBack,
  isPublished,
  validateAgain,
  validateNew,
  type ValidRates,
  withMirrors,
} from './validate-download.ts';

export interface RatesOptions extends PastDaysOptions {
  /** URLs of the dataset's USD file. If several have the same newest day, the first of them counts. */
  readonly mirrors: readonly string[];
  readonly witnesses: readonly string[];
  /** Whether the operator confirms that the published rates are continued with another source. */
  readonly newSource?: boolean;
  /** URL of the bank's file of official rates; null if no file is to be downloaded. */
  readonly official: string | null;
  /** Base URL or folder of the site that was published last. */
  readonly previous?: string | undefined;
}

/** The rates of the next site. */
export interface NextRates extends ValidRates {
  readonly official: OfficialRates;
  /** The data of the previous site; undefined without a previous site. */
  readonly previous: SiteData | undefined;
}

export interface SiteOptions
  extends RatesOptions, Pick<WriteSiteInput, 'publicFolder' | 'version' | 'fileLimit' | 'url' | 'contact' | 'commit'> {}

/** Milliseconds to wait for a server if the recorded rates may be used, because a preview shouldn't wait longer. */
const PREVIEW_PATIENCE = 4000;

/**
 * Makes the next site in a folder: downloads, archives and validates the rates, then builds all files.
 *
 * @throws {PublishError} if there are no rates, or the previous site can't be read, or its archive would lose days
 * @throws {SiteError} if the file limit is too small even for a site without pairs
 * @throws {InvalidSiteError} if the host would reject the planned site or serve it incorrectly
 */
export async function makeSite(
  folder: string,
  options: SiteOptions,
  report: PublishReport,
  signal: AbortSignal,
): Promise<NextRates & WrittenSite> {
  const rates = await nextRates(options, report, signal);
  const written = await writeSite({
    ...{ ...options, ...rates, catalogue, out: folder, signal },
    receipts: rates.previous?.receipts ?? [],
    onProgress: (files, total) => {
      report.files(files, total);
    },
  });
  return { ...rates, ...written };
}

/**
 * Downloads, archives and validates the rates of the next site. Uses the first available rates in this order:
 *
 * 1. the mirrors' rates
 * 2. the published rates, unless they are too old
 * 3. the newest archived rates, if `recorded` is set
 */
export async function nextRates(
  options: RatesOptions,
  report: PublishReport,
  signal?: AbortSignal,
): Promise<NextRates> {
  const { source = defaultSource, recorded } = options;
  const previous =
    options.previous === undefined ? undefined : await readPrevious(options.previous, options.now, signal);
  const isNewSource = previous !== undefined && !isSameSource(newestSource(previous.archive), source);
  if (isNewSource && !options.newSource) throw new OtherSourceError(newestSource(previous.archive), source);
  // If the clock was set back, the time of the last retrieval is used. `checkedAt` isn't used for this purpose, because
  // no checksum covers it.
  const now = previous && previous.retrievedAt > options.now ? previous.retrievedAt : options.now;
  const today = now.slice(0, 10);
  const known = previous?.archive ?? recordedArchive(today);
  const knownOfficial = previous?.official ?? undoubted(recordedOfficialRates(today));

  // Download: everything at the same time, so that today's rates wait for nothing else.
  const common = { catalogue, now, signal, isOwnSource: !isDefaultSource(source) };
  const onPastDay = (fetched: number, total: number) => {
    report.pastDay(fetched, total);
  };
  const fetchedDays = fetchPastDays(known, { ...options, now }, onPastDay, signal);
  const official =
    options.official === null
      ? knownOfficial
      : updateOfficial(knownOfficial, {
          ...{ url: options.official, market: known.days, now, signal },
          ...(recorded && { limits: { tries: 1, timeout: PREVIEW_PATIENCE } }),
        });
  using witnesses = new Witnesses({ ...common, witnesses: options.witnesses });
  // If today's dataset isn't published yet, the witnesses' responses will probably be needed.
  if ((previous?.asOf ?? '') < today) witnesses.request();
  const search = new DatasetSearch({
    ...{ ...common, mirrors: options.mirrors, published: previous?.asOf },
    // A preview shouldn't wait for dated mirrors.
    datedMirrors: recorded ? [] : options.datedMirrors,
    ...(recorded && { limits: { deadline: PREVIEW_PATIENCE } }),
  });

  // Archive: past days, while the mirrors are still searched.
  const archive = fetchedDays.then((fetched) => {
    const past = withPastDays(known, fetched);
    report.pastDays(past);
    return past.archive;
  });
  // Both are awaited later. If they fail earlier, the error must not count as unhandled.
  for (const download of [archive, official]) Promise.resolve(download).catch(() => undefined);

  // Validate: the first valid dataset is published.
  let valid: ValidRates | undefined;
  for await (const found of search.datasets()) {
    try {
      const upToIt = archiveUpTo(await archive, found.dataset.date);
      const again = previous && isPublished(found.dataset, upToIt, previous, source) ? previous : undefined;
      const responses = await witnesses.responses(again?.witnessReport);
      const compared = again
        ? compare(
            present(newestDay(upToIt), 'day'),
            responses.filter(({ rates }) => rates !== null),
            now,
          )
        : compare(found.dataset, responses, now);
      report.witnesses(responses, compared.witnessReport);
      valid = again ? validateAgain(again, upToIt, compared, now) : validateNew(found, upToIt, compared, source, now);
      break;
    } catch (error) {
      search.refuse(found, error);
    }
  }
  const { mirrors, problems } = search.outcomes(valid?.snapshot.asOf);
  report.mirrors(problems);
  if (!isNewSource) valid ??= fallBack(await archive, previous, mirrors, now, recorded);
  if (!valid) {
    throw new NoRatesError(mirrors.length, isNewSource ? 'of_former_source' : previous ? 'too_old' : 'nothing');
  }
  report.official(knownOfficial, await official);
  const next = {
    ...valid,
    snapshot: withMirrors(valid.snapshot, mirrors, previous),
    official: await official,
    previous,
  };
  if (previous) assertNothingLost(previous, next);
  report.rates(next);
  return next;
}

/** @throws {LostDataError} if the next site would lose or change published data */
function assertNothingLost(previous: SiteData, { archive, official }: NextRates): void {
  const lost = lostDays(previous.archive, archive);
  if (lost.length > 0) {
    throw new LostDataError(
      `The archive would lose or change ${lost.length} published days, such as ${present(lost[0], 'day')}. Nothing was written.`,
    );
  }
  if (!isLogged(previous.official, official)) {
    throw new LostDataError(
      'The official rates would change in a way that their log of corrections doesn’t list. Nothing was written.',
    );
  }
}
