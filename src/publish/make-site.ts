import { dateAt, type Instant } from '../money/calendar.ts';
import { type Archive, archiveUpTo, lostDays, newestDatasetProvider } from '../archive/archive.ts';
import { isLogged } from '../archive/corrections.ts';
import { noRatesYet, type Official } from '../archive/official-rates.ts';
import { defaultProvider, isSameProvider, type Provider } from '../sources/provider.ts';
import { catalogue } from '../money/currencies/catalogue.ts';
import type { SiteData } from '../site/site-data.ts';
import { writeSite, type WriteSiteInput, type WrittenSite } from '../site/write/write-site.ts';
import { present } from '../text/present.ts';
import { MAX_FALLBACK_AGE_HOURS } from '../validation/freshness.ts';
import { composedRates } from './composed-rates.ts';
import { type DownloadOptions, type Downloads, type Known, startDownloads } from './downloads.ts';
import { withPastDays } from './past-days.ts';
import { PublishError } from './publish-error.ts';
import type { PublishReport } from './publish-report.ts';
import { readPrevious } from './read-previous.ts';
import { recordedArchive, recordedOfficialRates } from './recorded-archive.ts';
import { fallBack, validateFound, type ValidRates, withMirrors } from './validate-download.ts';

export interface RatesOptions extends DownloadOptions {
  /** Whether the operator confirms that the published rates are continued with another source. */
  readonly newSource?: boolean;
  /** Whether rates may be composed from official rates if the dataset stops. By default, they may. */
  readonly compose?: boolean;
  /** Base URL or folder of the site that was published last. */
  readonly previous?: string | undefined;
}

/** The rates of the next site. */
export interface NextRates extends ValidRates {
  readonly official: Official;
  /** The data of the previous site; undefined without a previous site. */
  readonly previous: SiteData | undefined;
}

export interface SiteOptions
  extends RatesOptions, Pick<WriteSiteInput, 'publicFolder' | 'version' | 'fileLimit' | 'url' | 'contact' | 'commit'> {}

/**
 * Makes the next site in a folder: downloads, archives and validates the rates, then builds all files.
 *
 * @throws {PublishError} if the previous site can't be read, there are no rates to publish, or the archive would lose a
 * day
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
    publishLog: rates.previous?.publishLog ?? [],
    onProgress: report.files,
  });
  return { ...rates, ...written };
}

/**
 * Downloads, archives and validates the rates of the next site. Uses the first available rates in this order:
 *
 * 1. the mirrors' rates
 * 2. the published rates, unless they are too old
 * 3. the newest archived rates, if `recorded` is set
 *
 * If the newest dataset is too old, or none of these is usable, newer rates composed from official rates come first.
 */
export async function nextRates(
  options: RatesOptions,
  report: PublishReport,
  signal?: AbortSignal,
): Promise<NextRates> {
  const previous =
    options.previous === undefined ? undefined : await readPrevious(options.previous, options.now, signal);
  if (previous) report.previous(previous);
  const { provider = defaultProvider } = options;
  const published = previous && newestDatasetProvider(previous.archive);
  const isNewSource = published !== undefined && !isSameProvider(published, provider);
  if (isNewSource && !options.newSource) throw otherSource(published, provider);
  const known = knownBefore(previous, provider, options.now);

  // Download.
  using downloads = startDownloads(known, options, report.pastDay, signal);

  // Archive: past days are added while the mirrors are still searched.
  const archive = downloads.pastDays.then((fetched) => {
    const past = withPastDays(known.archive, fetched, known.now, provider);
    report.pastDays(past);
    return past.archive;
  });
  archive.catch(() => undefined);

  // Validate.
  let valid = await firstValid(downloads, archive, previous, known, report);
  if (!isNewSource) {
    const { mirrors } = downloads.search.outcomes(valid?.snapshot.rate_as_of);
    valid ??= fallBack(await archive, previous, mirrors, known.now, options.recorded);
    if (previous && options.compose !== false)
      valid = (await composedRates(valid, previous, await archive, downloads, known, report)) ?? valid;
  }
  const { mirrors, problems } = downloads.search.outcomes(valid?.snapshot.rate_as_of);
  report.mirrors(problems);
  if (!valid) throw noValidDataset(mirrors.length, isNewSource, previous !== undefined);
  const official = await downloads.official;
  report.official(known.official, official);

  const next = { ...valid, snapshot: withMirrors(valid.snapshot, mirrors, previous), official, previous };
  if (previous) assertNothingLost(previous, next);
  report.rates(next);
  return next;
}

function knownBefore(previous: SiteData | undefined, provider: Provider, time: Instant): Known {
  // If the clock was set back, the time of the last retrieval is used. `checked_at` isn't used for this purpose, because
  // no checksum covers it.
  const now = previous && previous.retrieved_at > time ? previous.retrieved_at : time;
  if (previous)
    return { archive: previous.archive, official: previous.official, asOf: previous.rate_as_of, provider, now };
  const today = dateAt(now);
  return { archive: recordedArchive(today), official: recordedOfficialRates(today), asOf: undefined, provider, now };
}

/** The rates of the first valid dataset; undefined if no mirror has a valid dataset. */
async function firstValid(
  { search, witnesses }: Downloads,
  archive: Promise<Archive>,
  previous: SiteData | undefined,
  { provider, now }: Known,
  report: PublishReport,
): Promise<ValidRates | undefined> {
  for await (const found of search.datasets()) {
    try {
      const upToIt = archiveUpTo(await archive, found.dataset.date);
      return await validateFound(found, upToIt, { previous, provider, now, witnesses, report });
    } catch (error) {
      search.refuse(found, error);
    }
  }
  return undefined;
}

function otherSource(published: Provider, { name }: Provider): PublishError {
  return new PublishError(
    'settings',
    `The published rates are from ${published.name}, but this run’s options set the source ${name}. Nothing was written.`,
    ({ toChangeSource }) =>
      `To continue with ${name}, ${toChangeSource} once. To keep ${published.name}, set it as the source again.`,
  );
}

function noValidDataset(tried: number, isNewSource: boolean, isPublished: boolean): PublishError {
  const tooOld = isPublished ? `The published rates are more than ${MAX_FALLBACK_AGE_HOURS} hours old. ` : '';
  const state = isNewSource
    ? 'The site keeps its former source, and nothing was written.'
    : `${tooOld}Nothing was written.`;
  return new PublishError(
    'rates',
    `No mirror gave usable rates (${tried} tried). ${state}`,
    ({ withoutRates }) => `Try again later, ${withoutRates}.`,
  );
}

/** @throws {PublishError} if the next site would lose or change published data */
function assertNothingLost(previous: SiteData, { archive, official }: NextRates): void {
  const lost = lostDays(previous.archive, archive);
  const problem =
    lost.length > 0
      ? `The archive would lose or change ${lost.length} published days, such as ${present(lost[0], 'day')}.`
      : 'The official rates would change in a way that their log of corrections doesn’t list.';
  const areLogged = [...previous.official].every(([key, rates]) => isLogged(rates, official.get(key) ?? noRatesYet));
  if (lost.length === 0 && areLogged) return;
  throw new PublishError('other', `${problem} Nothing was written.`, () => 'This is a bug. Please report it.');
}
