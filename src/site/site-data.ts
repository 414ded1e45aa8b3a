import type { Archive } from '../archive/archive.ts';
import { noRatesYet, type Official, type OfficialRates } from '../archive/official-rates.ts';
import { MAX_TABLE_CHARACTERS } from '../archive/table-lines.ts';
import { MAX_YEAR_CHARACTERS } from '../archive/year-file.ts';
import {
  archiveOf,
  type ArchiveOutline,
  assertOutline,
  officialOf,
  parseArchiveIndex,
} from '../api/published/published-archive.ts';
import { parsePublishEntry, type PublishEntry } from '../api/documents/publish-entry.ts';
import { parseOrigin } from '../api/published/market-files.ts';
import { parseStatus } from '../api/documents/status.ts';
import { paths, proofPaths, sourceFile } from '../api/paths.ts';
import { type LogLine, MAX_CHECKSUMS_BYTES, MAX_LOG_BYTES } from '../api/published/publish-log.ts';
import { publicMirror } from '../sources/mirrors.ts';
import type { RequestedMirror, Snapshot } from '../validation/snapshot/snapshot.ts';
import { MAX_DATASET_BYTES } from '../sources/download.ts';
import { bankTables } from '../sources/banks/banks.ts';
import { present } from '../text/present.ts';
import { quoted } from '../text/quote.ts';
import { FileError } from '../text/site-problem.ts';
import { isListed, parseChecksums, sha256 } from './checksums.ts';
import { assertLast, readPublishLog } from './read-publish-log.ts';
import { MAX_DOCUMENT_BYTES, type SiteFiles } from './site-files.ts';

/** The data of a site: the rates, and everything that the next publish builds on. */
export interface SiteData extends Omit<Snapshot, 'rates' | 'quality' | 'disputed' | 'sources' | 'mirrors'> {
  /** The outcome of the request to each mirror. Undefined if another version wrote outcomes that aren't known here. */
  readonly mirrors: readonly RequestedMirror[] | undefined;
  /** The archive, which ends on the day of the rates. */
  readonly archive: Archive;
  readonly official: Official;
  /** The publish log, which ends on the day of the rates. */
  readonly publishLog: readonly LogLine[];
  readonly newestEntry: PublishEntry;
  /** The dataset's bytes as fetched. Undefined if they weren't kept. */
  readonly source: Uint8Array | undefined;
}

/**
 * Reads the data of a site and checks that its files agree with each other.
 *
 * @throws {FileError} naming the first file that is missing, can't be read, is malformed or contradicts another file
 */
export async function readSiteData(files: SiteFiles): Promise<SiteData> {
  const reference = await files.document(paths.referenceRates, parseOrigin);
  const { rate_as_of } = reference;
  const { validatedByDays, official: ofStatus, ...status } = await files.document(paths.status, parseStatus);
  if (status.rate_as_of !== rate_as_of)
    throw new FileError(paths.status, `has the date ${status.rate_as_of}, but the rates are from ${rate_as_of}`);
  const outline = await files.document(paths.archive, parseArchiveIndex);
  assertOutline(outline, rate_as_of);
  if (outline.days !== validatedByDays)
    throw new FileError(paths.status, `lists ${validatedByDays} days, but ${paths.archive} has ${outline.days}`);
  const { archive, official: ofArchive } = await readArchive(files, outline);
  const official = withStates(ofArchive, ofStatus);
  const proof = await readProof(files, outline, rate_as_of);
  assertConfirmed(reference, status, proof.newestEntry);
  assertAsListed(files, await files.text(proofPaths.checksums, MAX_CHECKSUMS_BYTES));
  const mirror = publicMirror(reference.mirror);
  return { ...status, ...reference, mirror, archive, official, ...proof };
}

async function readArchive(files: SiteFiles, outline: ArchiveOutline) {
  const textOf = await readTexts(files, [
    ...outline.years.map(({ year }) => [paths.archiveYear(year), MAX_YEAR_CHARACTERS] as const),
    ...outline.tables.flatMap(({ table, years }) => [
      ...years.map(({ year }) => [paths.officialYear(table.key, year), MAX_YEAR_CHARACTERS] as const),
      [paths.officialCorrections(table.key), MAX_TABLE_CHARACTERS] as const,
    ]),
    [paths.archiveEvidence, MAX_TABLE_CHARACTERS],
  ]);
  return { archive: archiveOf(outline, textOf), official: officialOf(outline, textOf) };
}

/**
 * The official rates, with what only the status says about them.
 *
 * @throws {FileError} if the status contradicts the archive
 */
function withStates(
  archive: ReturnType<typeof officialOf>,
  states: ReturnType<typeof parseStatus>['official'],
): Map<string, OfficialRates> {
  const official = new Map<string, OfficialRates>();
  for (const { table } of bankTables) {
    const [rates, state] = [archive.get(table.key), states.get(table.key)];
    if ((rates?.days.at(-1)?.date ?? null) !== (state?.last ?? null))
      throw new FileError(paths.status, `has another date for the newest rates of ${table.key} than ${paths.archive}`);
    if (state) official.set(table.key, { ...noRatesYet, ...rates, doubts: state.doubts, problem: state.problem });
  }
  return official;
}

/** Reads several files. @returns a function that returns a file's text by its path */
async function readTexts(files: SiteFiles, limits: readonly (readonly [path: string, maxBytes: number])[]) {
  const texts = new Map(
    await Promise.all(limits.map(async ([path, maxBytes]) => [path, await files.text(path, maxBytes)] as const)),
  );
  return (path: string) => present(texts.get(path), path);
}

/** Reads the publish log and the bytes of the newest dataset. */
async function readProof(
  files: SiteFiles,
  outline: ArchiveOutline,
  asOf: string,
): Promise<Pick<SiteData, 'publishLog' | 'newestEntry' | 'source'>> {
  const years = outline.publish_log.map(({ year }) => year);
  const limits = years.map((year) => [proofPaths.publishLogYear(year), MAX_LOG_BYTES] as const);
  const publishLog = readPublishLog(years, await readTexts(files, limits));
  const path = proofPaths.newestEntry;
  const newest = await files.text(path, MAX_DOCUMENT_BYTES);
  const checksums = await files.bytes(proofPaths.checksums, MAX_CHECKSUMS_BYTES);
  const { date } = assertLast(publishLog, newest, checksums);
  if (date !== asOf) throw new FileError(path, `has the date ${date}, but the rates are from ${asOf}`);
  const newestEntry = await files.document(path, parsePublishEntry);
  const expected = newestEntry.source.sha256;
  const source = expected === null ? undefined : await files.bytes(sourceFile, MAX_DATASET_BYTES);
  if (source && sha256(source) !== expected) throw new FileError(sourceFile, `doesn't match ${path}`);
  return { publishLog, newestEntry, source };
}

/**
 * Checks fields of `api/v1/rates.json`. No hash covers that file, because each check of the source changes it. So the
 * status and the publish log, which have a hash, must confirm the fields. Only `checked_at` can't be confirmed.
 */
function assertConfirmed(
  { retrieved_at, checked_at, stale_reason, mirror }: ReturnType<typeof parseOrigin>,
  status: Pick<ReturnType<typeof parseStatus>, 'retrieved_at' | 'stale_since'>,
  entry: PublishEntry,
): void {
  const path = paths.referenceRates;
  for (const [field, value, confirming, expected] of [
    ['retrieved_at', retrieved_at, paths.status, status.retrieved_at],
    ['retrieved_at', retrieved_at, proofPaths.newestEntry, entry.retrieved_at],
    ['source.mirror', mirror, proofPaths.newestEntry, entry.source.url],
  ] as const) {
    if (value === expected) continue;
    throw new FileError(path, `has ${field} ${quoted(value)}, but ${confirming} has ${quoted(expected)}`);
  }
  const isStale = stale_reason !== null;
  if (isStale !== (status.stale_since !== null))
    throw new FileError(path, `has stale ${isStale}, but ${paths.status} says otherwise`);
  if (checked_at < retrieved_at) throw new FileError(path, `has a checked_at before its retrieved_at: ${checked_at}`);
}

/**
 * Checks that the files that were read match `SHA256SUMS`. Without this check, the next publish could copy a file that
 * was changed since its publish, and list the new hash.
 */
function assertAsListed({ read }: SiteFiles, checksums: string): void {
  const sums = parseChecksums(checksums);
  for (const [path, bytes] of read) {
    if (isListed(path) && sums.get(path) !== sha256(bytes)) {
      throw new FileError(path, `doesn't match ${proofPaths.checksums}`);
    }
  }
}
