import { EARLIEST, type Instant } from '../money/calendar.ts';
import { type Archive, archiveUpTo, newestDay, newestDayOf, newestProvider } from '../archive/archive.ts';
import { composedProvider, isComposed, type Provider } from '../sources/provider.ts';
import { catalogue } from '../money/currencies/catalogue.ts';
import type { SiteData } from '../site/site-data.ts';
import { bankTables } from '../sources/banks.ts';
import { publicMirror } from '../sources/mirrors.ts';
import { present } from '../text/present.ts';
import { type ComposedDay, composedDay } from '../validation/composed-day.ts';
import { hasStopped } from '../validation/freshness.ts';
import { ImplausibleDatasetError, validateDataset } from '../validation/validate-dataset.ts';
import type { Downloads, Known } from './downloads.ts';
import type { PublishReport } from './publish-report.ts';
import { validateFound, type ValidRates } from './validate-download.ts';

/**
 * Rates composed from official rates, if the dataset has stopped and the banks have newer rates. While the banks publish
 * their rates of the newest composed day, the day is composed again, as another edition.
 *
 * @param valid the rates to publish otherwise; undefined if there are none
 * @param archive the archive of the previous site, with fetched past days
 * @returns undefined if the other rates are to be published
 */
export async function composedRates(
  valid: ValidRates | undefined,
  previous: SiteData,
  archive: Archive,
  { search, witnesses, official }: Pick<Downloads, 'search' | 'witnesses' | 'official'>,
  { provider, now }: Pick<Known, 'provider' | 'now'>,
  report: PublishReport,
): Promise<ValidRates | undefined> {
  const published = valid?.archive ?? archiveUpTo(archive, previous.rate_as_of);
  const newestDataset = newestDayOf('dataset', published)?.date;
  if (valid && newestDataset !== undefined && !hasStopped(newestDataset, now)) return undefined;
  if (isBack(search, archive, provider, now)) return undefined;
  const composed = composedDay(await official, now);
  if (!composed || !isNewer(composed, published)) return undefined;
  const { date, rates } = composed;
  const found = { dataset: { date, rates }, bytes: undefined, mirror: siteOfFirstBank(composed) };
  try {
    const valid = await validateFound(found, published, {
      previous,
      provider: composedProvider,
      now,
      witnesses,
      report,
    });
    report.composed(composed, newestDataset, null);
    return valid;
  } catch (error) {
    if (!(error instanceof ImplausibleDatasetError)) throw error;
    report.composed(composed, newestDataset, error.message);
    return undefined;
  }
}

/**
 * Whether a mirror has a valid dataset that isn't old, but older than the published composed day. The next dataset will
 * then be newer, so nothing is composed until then.
 */
function isBack(search: Downloads['search'], archive: Archive, provider: Provider, now: Instant): boolean {
  return search.older().some((found) => {
    if (hasStopped(found.dataset.date, now)) return false;
    try {
      validateDataset(found.dataset, archive, catalogue, undefined, provider);
      return true;
    } catch (error) {
      search.refuse(found, error);
      return false;
    }
  });
}

/** Whether a composed day comes after the published days, or is another edition of the newest, also composed, day. */
function isNewer({ date }: ComposedDay, published: Archive): boolean {
  const newest = newestDay(published)?.date ?? EARLIEST;
  return date > newest || (date === newest && isComposed(newestProvider(published)));
}

/** The website of the first bank that has rates of a day. It's published in the place of a mirror. */
function siteOfFirstBank({ origins }: ComposedDay): string {
  const keys = new Set(origins.values());
  const { bank } = present(
    bankTables.find(({ table }) => keys.has(table.key)),
    'bank with rates of the day',
  );
  return publicMirror(bank.source.url);
}
