import type { Archive } from '../archive/archive.ts';
import type { OfficialRates } from '../archive/official-rates.ts';
import { MAX_TABLE_CHARACTERS } from '../archive/table-lines.ts';
import { MAX_YEAR_CHARACTERS } from '../archive/year-file.ts';
import {
  archiveOf,
  type ArchiveOutline,
  assertOutline,
  officialOf,
  parseArchiveIndex,
} from '../api/published/published-archive.ts';
import { parseReceipt, type Receipt } from '../api/documents/receipt.ts';
import { parseOrigin } from '../api/published/market-files.ts';
import { parseStatus } from '../api/documents/status.ts';
import { paths, proofPaths, sourceFile } from '../api/paths.ts';
import {
  assertVouchedFor,
  MAX_CHECKSUMS_BYTES,
  MAX_RECEIPTS_BYTES,
  type ReceiptLink,
} from '../api/published/receipt-chain.ts';
import { publicMirror } from '../sources/mirrors.ts';
import type { AskedMirror } from '../validation/snapshot/snapshot.ts';
import type { Snapshot } from '../validation/snapshot/snapshot.ts';
import type { WitnessReport } from '../validation/snapshot/witness-report.ts';
import { MAX_DATASET_BYTES } from '../sources/download.ts';
import { present } from '../text/present.ts';
import { FileError } from '../text/site-problem.ts';
import { isListed, parseChecksums, sha256 } from './checksums.ts';
import { assertLast, readReceipts } from './read-receipts.ts';
import { isAbsent, MAX_DOCUMENT_BYTES, type SiteFiles } from './site-files.ts';

/** The data of a site: the rates, and everything that the next publish builds on. */
export interface SiteData extends Pick<Snapshot, 'asOf' | 'retrievedAt' | 'checkedAt' | 'staleReason' | 'mirror'> {
  /** Whether the site is a preview of recorded rates. */
  readonly isRecorded: boolean;
  /** When a check first found the rates stale; null if they aren't. Undefined in version 0.1. */
  readonly staleSince?: string | null | undefined;
  /** The outcome of the request to each mirror. Undefined in version 0.1. */
  readonly mirrors?: readonly AskedMirror[] | undefined;
  /** The comparison of the site's dataset with witnesses. Undefined in the earliest versions. */
  readonly witnessReport?: WitnessReport | undefined;
  /** The archive, which ends on the day of the rates. Undefined in the earliest versions. */
  readonly archive?: Archive | undefined;
  /** The European Central Bank's rates. Undefined in earlier versions. */
  readonly official?: OfficialRates | undefined;
  /** The publish log, which ends on the day of the rates. Empty in the earliest versions. */
  readonly receipts: readonly ReceiptLink[];
  readonly receipt?: Receipt | undefined;
  /** The dataset's bytes as fetched. Undefined if they weren't kept. */
  readonly source?: Uint8Array | undefined;
}

/**
 * Reads the data of a site and checks that its files agree with each other.
 *
 * @throws {FileError} naming the first file that is missing, can't be read, is malformed or contradicts another file
 */
export async function readSiteData(files: SiteFiles): Promise<SiteData> {
  const reference = await files.document(paths.referenceRates, parseOrigin);
  const status = await files.document(paths.status, parseStatus);
  const { asOf, validatedByDays, witnessReport, retrievedAt, staleSince, mirrors } = status;
  // Earlier versions marked recorded rates only by a retrieval time of exactly midnight.
  const isRecorded = status.isRecorded ?? reference.retrievedAt === `${asOf}T00:00:00.000Z`;
  if (asOf !== reference.asOf)
    throw new FileError(paths.status, `has the date ${asOf}, but the rates are from ${reference.asOf}`);
  const vouched = { ...reference, isStale: reference.staleReason !== null };
  assertVouchedFor(vouched, { path: paths.status, retrievedAt, staleSince });
  const mirror = publicMirror(reference.mirror);
  const data = { ...reference, staleSince, isRecorded, mirrors, mirror, receipts: [] };
  const outline = await readOutline(files, validatedByDays !== undefined);
  if (!outline?.receipts?.length) await assertEarlyVersion(files);
  if (!outline) return data;
  assertOutline(outline, asOf);
  if (outline.days !== validatedByDays) {
    const said = validatedByDays ?? 'no number of';
    throw new FileError(paths.status, `lists ${said} days, but ${paths.archive} has ${outline.days}`);
  }
  if (witnessReport && !outline.evidence) {
    throw new FileError(
      paths.archive,
      `doesn't list ${paths.archiveEvidence}, although ${paths.status} lists witnesses`,
    );
  }
  const { archive, official: ofBank } = await readArchive(files, outline);
  if (ofBank?.days.at(-1)?.date !== status.official?.last) {
    throw new FileError(paths.status, `has another date for the newest official rates than ${paths.archive}`);
  }
  const official = ofBank && {
    ...ofBank,
    doubts: status.official?.doubts ?? [],
    problem: status.official?.problem ?? null,
  };
  return { ...data, archive, official, witnessReport, ...(await readProof(files, outline, vouched)) };
}

/**
 * The archive's index; null in the earliest versions, which have no archive.
 *
 * @param isKnown whether the site's status has a number of archived days. If so, a missing index is an error
 */
async function readOutline(files: SiteFiles, isKnown: boolean): Promise<ArchiveOutline | null> {
  try {
    return await files.document(paths.archive, parseArchiveIndex);
  } catch (error) {
    if (isAbsent(error) && !isKnown) return null;
    throw error;
  }
}

async function readArchive(files: SiteFiles, outline: ArchiveOutline) {
  const textOf = await readTexts(files, [
    ...outline.years.map(({ year }) => [paths.archiveYear(year), MAX_YEAR_CHARACTERS] as const),
    ...(outline.official?.years ?? []).map(({ year }) => [paths.officialYear(year), MAX_YEAR_CHARACTERS] as const),
    ...(outline.official ? [[paths.officialCorrections, MAX_TABLE_CHARACTERS] as const] : []),
    ...(outline.evidence ? [[paths.archiveEvidence, MAX_TABLE_CHARACTERS] as const] : []),
  ]);
  return { archive: archiveOf(outline, textOf), official: officialOf(outline, textOf) };
}

/** Reads several files. @returns a function that returns a file's text by its path */
async function readTexts(files: SiteFiles, limits: readonly (readonly [path: string, maxBytes: number])[]) {
  const texts = new Map<string, string>();
  for (const [path, maxBytes] of limits) texts.set(path, await files.text(path, maxBytes));
  return (path: string) => present(texts.get(path), path);
}

/** Reads the publish log and the bytes of the newest dataset. */
async function readProof(
  files: SiteFiles,
  outline: ArchiveOutline,
  vouched: Parameters<typeof assertVouchedFor>[0] & Pick<SiteData, 'asOf'>,
): Promise<Pick<SiteData, 'receipts' | 'receipt' | 'source'>> {
  const years = (outline.receipts ?? []).map(({ year }) => year);
  if (years.length === 0) return { receipts: [] };
  const limits = years.map((year) => [proofPaths.receiptsYear(year), MAX_RECEIPTS_BYTES] as const);
  const receipts = readReceipts(years, await readTexts(files, limits));
  const path = proofPaths.newestReceipt;
  const newest = await files.text(path, MAX_DOCUMENT_BYTES);
  const checksums = await files.bytes(proofPaths.checksums, MAX_CHECKSUMS_BYTES);
  const { date } = assertLast(receipts, newest, checksums);
  if (date !== vouched.asOf) throw new FileError(path, `has the date ${date}, but the rates are from ${vouched.asOf}`);
  const receipt = await files.document(path, parseReceipt);
  const { url, sha256: expected } = receipt.source;
  assertVouchedFor(vouched, { path, retrievedAt: receipt.retrieved_at, url });
  const source = expected === null ? undefined : await files.bytes(sourceFile, MAX_DATASET_BYTES);
  if (source && sha256(source) !== expected) throw new FileError(sourceFile, `doesn't match ${path}`);
  assertAsListed(files, await files.text(proofPaths.checksums, MAX_CHECKSUMS_BYTES));
  return { receipts, receipt, source };
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

/**
 * Checks that a site without a publish log is from an early version, which had no log and no hashes. Otherwise a site
 * that lost its log would start a second log.
 *
 * @throws {FileError} if the site has hashes, or if it's unknown whether it has hashes
 */
async function assertEarlyVersion(files: SiteFiles): Promise<void> {
  for (const path of [proofPaths.checksums, proofPaths.newestReceipt]) {
    try {
      await files.bytes(path, MAX_CHECKSUMS_BYTES);
    } catch (error) {
      if (isAbsent(error)) continue;
      throw error;
    }
    throw new FileError(
      paths.archive,
      `lists no publish log, although ${path} exists. Roll back to a deployment that has the log`,
    );
  }
}
