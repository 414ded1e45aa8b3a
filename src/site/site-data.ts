import { z } from 'zod';
import type { Archive, ArchivedDay } from '../archive/archive.ts';
import { dateSchema } from '../money/calendar.schema.ts';
import { parseCorrectionsFile } from '../archive/corrections.ts';
import { parseComparisonsFile } from '../archive/comparisons-file.ts';
import { type MarketDays, marketDaysSchema } from '../archive/market-days.schema.ts';
import { noRatesYet, type Official, undoubted } from '../archive/official-rates.ts';
import {
  composedProvider,
  defaultProvider,
  FIRST_DAY,
  type Provider,
  type ProviderChanges,
  noChanges,
  withProvider,
} from '../sources/provider.ts';
import { MAX_TABLE_CHARACTERS } from '../archive/table-lines.ts';
import { MAX_YEAR_CHARACTERS, parseYearFile } from '../archive/year-file.ts';
import { parsePublishEntry, type PublishEntry } from '../api/documents/publish-entry.ts';
import { paths, proofPaths, sourceFile } from '../api/paths.ts';
import { type LogLine, MAX_CHECKSUMS_BYTES, MAX_LOG_BYTES, parseLogYear } from '../api/query/publish-log.ts';
import { type IsoDate, yearsBetween } from '../money/calendar.ts';
import { publicMirror } from '../sources/mirrors.ts';
import { MAX_DATASET_BYTES } from '../download/download.ts';
import { bankTables } from '../sources/banks.ts';
import { FileError } from '../text/site-problem.ts';
import type { Snapshot } from '../validation/snapshot/snapshot.ts';
import { isListed, parseChecksums, sha256 } from './checksums.ts';
import { type PublishState, publishStateSchema } from './publish-state.ts';
import { assertLast, readPublishLog } from './read-publish-log.ts';
import { isAbsent, MAX_DOCUMENT_BYTES, type SiteFiles } from './site-files.ts';

/** The data of a site: everything that the next publish builds on. */
export interface SiteData extends Pick<Snapshot, 'rate_as_of' | 'retrieved_at' | 'mirror' | 'recorded'> {
  /** The archive, which ends on the day of the rates. */
  readonly archive: Archive;
  readonly official: Official;
  /** The publish log, which ends on the day of the rates. */
  readonly publishLog: readonly LogLine[];
  readonly newestEntry: PublishEntry;
  /** The dataset's bytes as fetched. Undefined if they weren't kept. */
  readonly source: Uint8Array | undefined;
  /** Undefined if the site has none that can be used. Then everything follows from the archive and the log. */
  readonly state: PublishState | undefined;
  /** Why the site's state isn't used; null if it is. */
  readonly stateProblem: string | null;
}

/** The hashes of a site's files by path, from its `SHA256SUMS`. */
type Sums = ReadonlyMap<string, string>;

/**
 * Reads the archive, the publish log and the state of a site, and checks that they agree with each other.
 *
 * @throws {FileError} naming the first file that is missing, can't be read, is malformed or contradicts another file
 */
export async function readSiteData(files: SiteFiles): Promise<SiteData> {
  const sums = parseChecksums(await files.text(proofPaths.checksums, MAX_CHECKSUMS_BYTES));
  const proof = await readProof(files);
  const { date, retrieved_at, recorded = false, source } = proof.newestEntry;
  const { state, stateProblem } = await readState(files, sums);
  const days = await readMarket(files, sums, date);
  const dates = new Set(days.map((day) => day.date));
  const { gaps, providers } = await readMarketDays(files, sums, proof.publishLog);
  const archive = {
    days,
    gaps: gaps.filter((gap) => !dates.has(gap)),
    comparisons: await readComparisons(files, dates),
    ...(state && { search: state.search }),
    ...(providers.length > 0 && { providers }),
  };
  const official = await readOfficial(files, sums, { until: date, state });
  assertAsListed(files, sums);
  return {
    ...{ rate_as_of: date, retrieved_at, recorded, mirror: publicMirror(source.url) },
    ...{ archive, official, ...proof, state, stateProblem },
  };
}

/** Reads the publish log, back to its first entry, and the bytes of the newest dataset. */
async function readProof(files: SiteFiles): Promise<Pick<SiteData, 'publishLog' | 'newestEntry' | 'source'>> {
  const path = proofPaths.newestEntry;
  const newest = await files.text(path, MAX_DOCUMENT_BYTES);
  const newestEntry = await files.document(path, parsePublishEntry);
  const texts = await readLog(files, newestEntry.date);
  const publishLog = readPublishLog(texts);
  assertLast(publishLog, newest, await files.bytes(proofPaths.checksums, MAX_CHECKSUMS_BYTES));
  const expected = newestEntry.source.sha256;
  const source = expected === null ? undefined : await files.bytes(sourceFile, MAX_DATASET_BYTES);
  if (source && sha256(source) !== expected) throw new FileError(sourceFile, `doesn't match ${path}`);
  return { publishLog, newestEntry, source };
}

/** The files of the publish log by year, back to its first entry. A year without any publish has no file. */
async function readLog(files: SiteFiles, newest: IsoDate): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const year of yearsBetween(FIRST_DAY, newest).reverse()) {
    const path = proofPaths.publishLogYear(year);
    try {
      const text = await files.text(path, MAX_LOG_BYTES);
      texts.set(year, text);
      if (parseLogYear(year, text).lines[0]?.previous === null) break;
    } catch (error) {
      if (texts.size === 0 || !isAbsent(error)) throw error;
    }
  }
  return texts;
}

/**
 * Reads the state. A site without a usable state isn't refused, because nothing of the past depends on it.
 *
 * @throws {FileError} if it can't be reached, because it may exist
 */
async function readState(files: SiteFiles, sums: Sums): Promise<Pick<SiteData, 'state' | 'stateProblem'>> {
  const path = paths.state;
  try {
    const state = await files.document(path, (document) => publishStateSchema.parse(document));
    const bytes = await files.bytes(path, MAX_DOCUMENT_BYTES);
    if (sums.get(path) !== sha256(bytes)) throw new FileError(path, `doesn't match ${proofPaths.checksums}`);
    return { state, stateProblem: null };
  } catch (error) {
    const isUnreachable = error instanceof FileError && error.cause !== undefined && !files.read.has(path);
    if (!(error instanceof FileError) || (isUnreachable && !isAbsent(error))) throw error;
    files.read.delete(path);
    return { state: undefined, stateProblem: error.problem };
  }
}

/** The days of market rates. The last of them is the day of the rates. */
async function readMarket(files: SiteFiles, sums: Sums, date: IsoDate): Promise<ArchivedDay[]> {
  const years = yearsIn(sums, yearsBetween(FIRST_DAY, date), paths.archiveYear);
  const days = await readYears(files, years, 'USD', paths.archiveYear);
  const last = days.at(-1)?.date;
  if (last !== date) {
    const path = paths.archiveYear(date.slice(0, 4));
    throw new FileError(path, `ends on ${last ?? 'no day'}, but the rates are from ${date}`);
  }
  return days;
}

/** The gaps and the providers of market rates. Sites of earlier versions lack this file, so their publish log is used. */
async function readMarketDays(files: SiteFiles, sums: Sums, publishLog: readonly LogLine[]): Promise<MarketDays> {
  if (!sums.has(paths.archiveMarket))
    return { gaps: await gapsOfEarlierState(files), providers: loggedProviders(publishLog) };
  return files.document(paths.archiveMarket, (document) => marketDaysSchema.parse(document));
}

/** The gaps of a site of an earlier version, which has them in its state. */
async function gapsOfEarlierState(files: SiteFiles): Promise<readonly IsoDate[]> {
  try {
    return await files.document(paths.state, (document) => earlierStateSchema.parse(document).gaps);
  } catch (error) {
    if (error instanceof FileError) return [];
    throw error;
  } finally {
    files.read.delete(paths.state);
  }
}

const earlierStateSchema = z.looseObject({ gaps: z.array(dateSchema) });

async function readComparisons(files: SiteFiles, dates: ReadonlySet<string>): Promise<Archive['comparisons']> {
  const path = paths.archiveEvidence;
  const comparisons = parseComparisonsFile(path, await files.text(path, MAX_TABLE_CHARACTERS));
  const stray = comparisons.find(({ date }) => !dates.has(date));
  if (stray) throw new FileError(path, `has a line for ${stray.date}, but that day isn't archived`);
  return comparisons;
}

/** Maximum number of years by which official rates can be newer than the market's, because banks go on without it. */
const MAX_YEARS_AHEAD = 10;

/** The official rates with their corrections, and with what the state says about them. */
async function readOfficial(
  files: SiteFiles,
  sums: Sums,
  { until, state }: { readonly until: IsoDate; readonly state: PublishState | undefined },
): Promise<Official> {
  const end = `${Number(until.slice(0, 4)) + MAX_YEARS_AHEAD}-12-31` as IsoDate;
  const tables = bankTables.map(async ({ bank, table: { key, firstDay } }) => {
    const pathOf = (year: string) => paths.officialYear(key, year);
    const years = yearsIn(sums, yearsBetween(firstDay, end), pathOf);
    const days = await readYears(files, years, bank.base, pathOf);
    const path = paths.officialCorrections(key);
    const body = days.length > 0 ? await files.text(path, MAX_TABLE_CHARACTERS) : undefined;
    const corrections = body === undefined ? [] : parseCorrectionsFile(path, body, days);
    return [key, { ...(days.length > 0 ? undoubted(days) : noRatesYet), ...state?.tables[key], corrections }] as const;
  });
  return new Map(await Promise.all(tables));
}

/** The years that have a file. */
function yearsIn(sums: Sums, years: readonly string[], pathOf: (year: string) => string): string[] {
  return years.filter((year) => sums.has(pathOf(year)));
}

async function readYears(
  files: SiteFiles,
  years: readonly string[],
  base: string,
  pathOf: (year: string) => string,
): Promise<ArchivedDay[]> {
  const read = years.map(async (year) => {
    const path = pathOf(year);
    return parseYearFile({ path, year, body: await files.text(path, MAX_YEAR_CHARACTERS), base });
  });
  return (await Promise.all(read)).flat();
}

/** The changes of the provider of market rates, as far as the publish log has them. */
function loggedProviders(publishLog: readonly LogLine[]): ProviderChanges {
  return publishLog.reduce((changes, line) => withProvider(changes, line.date, loggedProvider(line)), noChanges);
}

function loggedProvider({ text }: LogLine): Provider {
  const { source } = JSON.parse(text) as Pick<PublishEntry, 'source'>;
  const { name = defaultProvider.name, home = source.url, license = 'LicenseRef-unknown' } = source;
  const known = [defaultProvider, composedProvider].find((each) => each.name === name);
  return known ?? { name, url: home, license };
}

/**
 * Checks that the files that were read match `SHA256SUMS`. Without this check, the next publish could copy a file that
 * was changed since its publish, and list the new hash.
 */
function assertAsListed({ read }: SiteFiles, sums: Sums): void {
  for (const [path, bytes] of read) {
    if (isListed(path) && sums.get(path) !== sha256(bytes)) {
      throw new FileError(path, `doesn't match ${proofPaths.checksums}`);
    }
  }
}
