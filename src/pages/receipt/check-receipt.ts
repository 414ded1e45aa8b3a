import type { ArchiveIndex } from '../../api/documents/archive-index.ts';
import { paths, proofPaths } from '../../api/paths.ts';
import { rejectedValuesFile } from '../../api/query/market-files.ts';
import { type LogLine, newestOf } from '../../api/query/publish-log.ts';
import type { RateReceipt } from '../../api/explain/rate-receipt.ts';
import type { ArchiveCheck } from '../../api/explain/receipt-words.ts';
import { readFile, type ReadText } from '../../api/explain/site-over.ts';
import { LoadError, orFileError, orThrow } from '../../api/explain/unreadable.ts';
import type { Comparison } from '../../archive/comparison.ts';
import { parseComparisonsFile } from '../../archive/comparisons-file.ts';
import { parseYearFile } from '../../archive/year-file.ts';
import { FileError } from '../../text/site-problem.ts';
import { type Chain, readPublishLog, type Sha256, type PublishedVersion } from './published-versions.ts';

/** What the files say that a receipt is checked against. A `FileError` says why a file can't be read. */
export interface ReceiptCheck extends ArchiveCheck {
  /** The day's row in the archive file of its year. */
  readonly archived: ArchivedValues | FileError;
  /** The stored comparisons of the day's source values with witnesses. */
  readonly comparisons: readonly Comparison[] | FileError;
  /** The published versions that used the dataset of the day. */
  readonly versions: readonly PublishedVersion[] | FileError;
  readonly chain: Chain | FileError;
  /** The day of the site's newest dataset. */
  readonly newest: string;
  /** Whether the site's checksums match the archive file; undefined if the browser can't compute hashes. */
  readonly vouching: Vouching | FileError | undefined;
}

/** The source values of a day in the archive file. */
export interface ArchivedValues {
  readonly rates: ReadonlyMap<string, number>;
  /** The number of each currency's column, starting at 1. Currencies that aren't in the file are omitted. */
  readonly columns: readonly number[];
  /** The SHA-256 of the file; undefined if the browser can't compute hashes. */
  readonly sha256: string | undefined;
}

/** Whether `SHA256SUMS`, the archive file and the newest line of the publish log match each other. */
export interface Vouching {
  /** Whether `SHA256SUMS` has the archive file's hash. */
  readonly isListed: boolean;
  /** Whether `SHA256SUMS` has the hash of `receipts/newest.json`, computed from the newest line of the publish log. */
  readonly isEntryListed: boolean;
  /** Whether the newest line of the publish log has the hash of `SHA256SUMS`. */
  readonly isNamed: boolean;
}

export interface CheckSources {
  readonly archive: ArchiveIndex;
  readonly readText: ReadText;
  /** Undefined if the browser can't compute hashes. */
  readonly sha256: Sha256 | undefined;
}

/** Reads the files that prove a receipt. They are much larger than the files that the receipt itself needs. */
export async function checkReceipt(receipt: RateReceipt, sources: CheckSources): Promise<ReceiptCheck> {
  const { date } = receipt;
  const { archive, readText, sha256 } = sources;
  const years = archive.publish_log.map(({ year }) => year);
  const [archived, rejected, comparisons, { versions, chain, last }] = await Promise.all([
    orFileError(readArchived(receipt, sources)),
    orFileError(readFile(readText, rejectedValuesFile())),
    orFileError(readComparisons(date, readText)),
    readPublishLog(years, date, sources),
  ]);
  const vouching = sha256 && (await orFileError(vouch(date, archived, last, readText, sha256)));
  return { archived, rejected, comparisons, versions, chain, newest: archive.last, vouching };
}

/** The sizes of the files that the check reads, in bytes by path; undefined if a size isn't known in advance. */
export function filesToCheck(
  { date }: Pick<RateReceipt, 'date'>,
  archive: ArchiveIndex,
): Map<string, number | undefined> {
  const year = date.slice(0, 4);
  return new Map([
    [paths.archiveYear(year), archive.years.find((other) => other.year === year)?.bytes],
    [paths.archiveRejected, archive.rejected.bytes],
    [paths.archiveEvidence, archive.evidence.bytes],
    ...archive.publish_log.map(({ year }) => [proofPaths.publishLogYear(year), undefined] as const),
    [proofPaths.checksums, undefined],
  ]);
}

/** @throws {FileError} */
async function readArchived(
  { date, sides, isNewest }: RateReceipt,
  { readText, sha256 }: CheckSources,
): Promise<ArchivedValues> {
  const year = date.slice(0, 4);
  const path = paths.archiveYear(year);
  const parse = (text: string) => ({ text, days: parseYearFile({ path, year, body: text, base: 'USD' }) });
  const { text, days } = await readFile(readText, { path, parse });
  const rates = days.find((day) => day.date === date)?.rates;
  if (!rates) {
    throw isNewest
      ? LoadError.unreachable(path, 'a new version of the site has just been published')
      : new FileError(path, `has no row ${date}`);
  }
  const header = text.slice(0, text.indexOf('\n')).split(',');
  const columns = sides.flatMap(({ code }) => (header.includes(code) ? [header.indexOf(code) + 1] : []));
  return { rates, columns, sha256: await sha256?.(text) };
}

/** @throws {FileError} */
async function readComparisons(date: string, readText: ReadText): Promise<readonly Comparison[]> {
  const path = paths.archiveEvidence;
  const rows = await readFile(readText, { path, parse: (text) => parseComparisonsFile(path, text) });
  return rows.filter((row) => row.date === date);
}

/** @param last the newest line of the publish log @throws {FileError} */
async function vouch(
  date: string,
  archived: ArchivedValues | FileError,
  last: LogLine | undefined,
  readText: ReadText,
  sha256: Sha256,
): Promise<Vouching> {
  const { sha256: ofArchive } = orThrow(archived);
  const text = await readText(proofPaths.checksums);
  const lists = (hash: string | undefined, path: string) => {
    const line = `${hash}  ${path}\n`;
    return hash !== undefined && (text.startsWith(line) || text.includes(`\n${line}`));
  };
  return {
    isListed: lists(ofArchive, paths.archiveYear(date.slice(0, 4))),
    isEntryListed: last !== undefined && lists(await sha256(newestOf(last)), proofPaths.newestEntry),
    isNamed: (await sha256(text)) === last?.sha256sums,
  };
}
