import { EARLIEST, type Instant, type IsoDate } from '../../money/calendar.ts';
import { join } from 'node:path';
import { catalogue } from '../../money/currencies/catalogue.ts';
import { type Archive, newestDay } from '../../archive/archive.ts';
import { type Official, type OfficialRates, undoubted } from '../../archive/official-rates.ts';
import { recordedArchive, recordedOfficialRates } from '../../publish/recorded-archive.ts';
import { archiveFiles } from '../../api/documents/archive-files.ts';
import { notCompared } from '../../validation/compare-witnesses.ts';
import { ValidatedArchive } from '../../validation/validate-archive.ts';
import { defaultMirrors } from '../../sources/mirrors.ts';
import { noChanges } from '../../sources/provider.ts';
import type { Snapshot } from '../../validation/snapshot/snapshot.ts';
import { publishedCurrencies } from '../../money/published-currency.ts';
import { planSite } from '../../site/write/plan.ts';
import { writeSite, type WriteSiteInput, type WrittenSite } from '../../site/write/write-site.ts';

export const recordedDays: Archive = recordedArchive();

const recordedCodes = newestDay(recordedDays)?.rates;

/** The currencies of the newest recorded day. A currency that was added to the catalogue later isn't published yet. */
export const recordedCatalogue = catalogue.filter(({ code }) => recordedCodes?.has(code));

const recordedValidated = new ValidatedArchive(recordedDays, recordedCatalogue);

/** The recorded values that are rejected in retrospect. */
export const recordedRejected = recordedValidated.rejected();

/** The recorded official rates since 2024. The official rates of all years would make tests slow. */
export const recordedOfficial = officialSince('2024-01-01');

/** The recorded official rates since a date. */
function officialSince(first: IsoDate): Official {
  const since = ({ days }: OfficialRates) => days.filter(({ date }) => date >= first);
  return new Map(Array.from(recordedOfficialRates(), ([key, rates]) => [key, undoubted(since(rates))]));
}

/** The recorded years as files. */
export const recordedFiles = archiveFiles(recordedDays, recordedRejected, recordedOfficial);

/** The default snapshot of a small site: the last recorded day, checked on the next morning. */
export const recordedDay: Snapshot = snapshotOfRecorded('2026-09-30T06:00:00.000Z');

/** The clock of a Function in tests: it stays at the time of the last check. */
export const clock = () => recordedDay.checked_at;

/** A snapshot of the last recorded day, as the option `--recorded` publishes it. */
export function snapshotOfRecorded(now: Instant): Snapshot {
  const asOf = newestDay(recordedDays)?.date ?? EARLIEST;
  return {
    rate_as_of: asOf,
    retrieved_at: `${asOf}T00:00:00.000Z` as Instant,
    checked_at: now,
    stale_reason: 'cached_fallback',
    stale_since: now,
    recorded: true,
    providers: noChanges,
    mirror: defaultMirrors[0],
    mirrors: defaultMirrors.map((mirror) => ({ mirror, outcome: 'failed', date: null })),
    witnesses: notCompared(newestDay(recordedDays) ?? { rates: new Map() }),
    ...new ValidatedArchive(recordedDays, recordedCatalogue).newest(),
  };
}

/** A file limit that leaves room for the pairs of at least six currencies, however many other files a site has. */
export const fewPairs = limitForPairs(9);

function limitForPairs(count: number): number {
  const currencies = publishedCurrencies(recordedCatalogue, recordedDay);
  // Somewhat more than the files of a site that aren't of pairs, days or years.
  const otherFiles = Array.from({ length: 850 }, (_, index) => `file-${index}`);
  const pairsAt = (fileLimit: number) => planSite({ currencies, otherFiles, fileLimit, date: recordedDay.rate_as_of });
  let limit = otherFiles.length;
  while (pairsAt(limit).pairCurrencies.length < count) limit += 20;
  return limit;
}

const few = new Set(['AED', 'BRL', 'BTC', 'CHF', 'CNY', 'EUR', 'GBP', 'INR', 'JPY', 'SEK', 'USD', 'ZMW']);
const onlyFew = (rates: ReadonlyMap<string, number>) => new Map([...rates].filter(([code]) => few.has(code)));

/** Changes for `writeSmallSite` to write only twelve currencies, which takes a fraction of the time of a full site. */
export const fewCurrencies = {
  catalogue: catalogue.filter(({ code }) => few.has(code)),
  snapshot: { ...recordedDay, rates: onlyFew(recordedDay.rates) },
  archive: { ...recordedDays, days: recordedDays.days.map((day) => ({ ...day, rates: onlyFew(day.rates) })) },
} satisfies Partial<WriteSiteInput>;

/** Changes for `writeSmallSite` to write all currencies in few files: one month of rates, official rates of 2026. */
export const fewDays = {
  archive: { days: recordedDays.days.filter(({ date }) => date >= '2026-09'), gaps: [], comparisons: [] },
  official: officialSince('2026-01-01'),
  fileLimit: fewPairs,
} satisfies Partial<WriteSiteInput>;

/**
 * Writes a site of few files. The pairs of the most traded currencies are files, but the pairs of ZMW aren't.
 *
 * @param changes changes to the site's input
 */
export function writeSmallSite(out: string, changes: Partial<WriteSiteInput> = {}): Promise<WrittenSite> {
  return writeSite({
    out,
    publicFolder: join(import.meta.dirname, '../../../public'),
    version: '1.2.3',
    catalogue: recordedCatalogue,
    snapshot: recordedDay,
    archive: recordedDays,
    validated: changes.archive ? new ValidatedArchive(changes.archive, catalogue) : recordedValidated,
    official: recordedOfficial,
    fileLimit: fewPairs,
    ...changes,
  });
}
