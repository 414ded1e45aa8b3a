import { z } from 'zod';
import { type Archive, newestDay } from '../../archive/archive.ts';
import { MAX_TABLE_CHARACTERS } from '../../archive/table-lines.ts';
import { MAX_YEAR_CHARACTERS } from '../../archive/year-file.ts';
import { publicAddress } from '../../http/address.ts';
import { HttpError } from '../../http/request.ts';
import { FIRST_DAY } from '../../rates/first-day.ts';
import { MAX_DATASET_BYTES } from '../../sources/download.ts';
import {
  archiveOf,
  type ArchiveOutline,
  assertOutline,
  parseArchiveIndex,
} from '../../api/published/published-archive.ts';
import { FileError } from '../../api/format/file-error.ts';
import { paths, proofPaths, sourceFile } from '../../api/format/paths.ts';
import { parseReferenceRates } from '../../api/documents/reference-rates.ts';
import { parseStatus } from '../../api/documents/status.ts';
import type { AskedMirror } from '../../snapshot/asked-mirrors.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { Hearing } from '../../snapshot/witnesses.ts';
import { ChecksumsError, isListed, parseChecksums, sha256 } from '../../site/checksums.ts';
import {
  assertVouchedFor,
  MAX_CHECKSUMS_BYTES,
  MAX_RECEIPTS_BYTES,
  type ReceiptLink,
  type VouchedFor,
} from '../../api/published/receipt-chain.ts';
import { assertLast, readReceipts } from '../../site/read-receipts.ts';
import { parseReceipt } from '../../api/documents/receipt.ts';
import { firstIssue } from '../../text/first-issue.ts';
import { CommandError } from '../terminal/command.ts';
import { recordedArchive } from './recorded-archive.ts';
import { isAbsent, OddFileError, SiteFiles } from './site-files.ts';
import { present } from '../../text/present.ts';

/** What of a published site may not be lost. */
export interface Published {
  /** Left out by a site of a version that had none. Its newest day is that of the rates. */
  readonly archive?: Archive | undefined;
  /** None, where the version wrote none. The last one is of the rates' day. */
  readonly receipts: readonly ReceiptLink[];
}

/** What was published last. */
export interface Previous
  extends Published, Pick<Snapshot, 'asOf' | 'retrievedAt' | 'checkedAt' | 'staleReason' | 'mirror'> {
  /** When a check first found the rates stale; null if they aren't. Left out by a site of version 0.1. */
  readonly staleSince?: string | null | undefined;
  /** The dataset's mirrors, and what they had. Left out by a site of version 0.1. */
  readonly mirrors?: readonly AskedMirror[] | undefined;
  /** Who was asked about its dataset. Left out by a site of a version that asked nobody. */
  readonly hearing?: Hearing | undefined;
  /** The bytes that its dataset was fetched as. Left out where they were not kept. */
  readonly source?: Uint8Array | undefined;
}

/** A recorded day is far from any rate of today's that differs by more than this: years may lie between. */
const STRANGE_FACTOR = 10;
/** The share of the recorded currencies that may be so far away, or missing, in a site that is used. */
const MAX_STRANGE_SHARE = 0.2;

/** Bytes of a document that is read here, many times what ours have: to tell what is wrong with a larger one takes memory. */
export const MAX_DOCUMENT_BYTES = 262_144;

const DAY_MS = 86_400_000;

/**
 * Brings back what was published last, from the site's base address or from a folder with the same files.
 *
 * A site that is out of reach, or is not what we would have published, ends the work: without its archive days would be
 * lost, and a level accepted that it shows to be wrong.
 *
 * @param now the clock, ISO 8601 UTC
 * @param toBeginAnew what a user does to that end
 * @throws {CommandError} when it cannot be read, or is implausible
 * @throws the signal's reason
 */
export async function readPrevious(
  site: string,
  now: string,
  toBeginAnew: string,
  signal?: AbortSignal,
): Promise<Previous> {
  const files = new SiteFiles(site, { signal });
  try {
    return await readPublished(files, now);
  } catch (error) {
    const advice =
      error instanceof FutureSiteError
        ? 'Set the clock right. If it is right, the site was published with a wrong one. Then roll back to its last ' +
          'deployment that isn’t from the future: see "Roll back" in .github/HOSTING.md'
        : `Try again; or, to begin anew without what it knows, ${toBeginAnew}`;
    throw new CommandError(
      `The previous site cannot be used: ${files.place}: ${faultOf(error)}. Nothing was written. ${advice}.`,
    );
  }
}

/**
 * What a published site was made of, checked like any other input: in the end it comes from a server.
 *
 * @param now the clock, ISO 8601 UTC
 * @throws what {@link faultOf} tells of
 * @throws the signal's reason
 */
export async function readPublished(files: SiteFiles, now: string): Promise<Previous> {
  const reference = parseReferenceRates(await files.json(paths.referenceRates, MAX_DOCUMENT_BYTES));
  assertPast(reference, now);
  const status = parseStatus(await files.json(paths.status, MAX_DOCUMENT_BYTES));
  if (status.asOf !== reference.asOf) {
    throw new PublishedSiteError(`the status is of ${status.asOf}, the rates of ${reference.asOf}`);
  }
  const { hearing, retrievedAt, staleSince, mirrors } = status;
  const claim = { ...reference, isStale: reference.staleReason !== null };
  assertVouchedFor(claim, { path: paths.status, retrievedAt, staleSince });
  const published = { ...reference, staleSince, mirrors, mirror: publicAddress(reference.mirror), receipts: [] };
  const outline = await readOutline(files, status.validatedByDays !== undefined);
  if (!outline?.receipts?.length) await assertEarlyVersion(files);
  if (!outline) return published;
  assertOutline(outline, reference.asOf);
  if (outline.days !== status.validatedByDays) {
    throw new PublishedSiteError(
      `the archive has ${outline.days} days, the status says ${status.validatedByDays ?? 'none'}`,
    );
  }
  if (hearing && !outline.evidence) throw new PublishedSiteError('the status tells of witnesses, the archive does not');
  const archive = await readArchive(files, outline);
  assertFamiliar(archive);
  return { ...published, archive, hearing, ...(await readProof(files, outline, claim)) };
}

/**
 * What archive there is; null where there is none, as in sites of early versions. One whose status knows of no archive, and
 * that has one, is no such site.
 */
async function readOutline(files: SiteFiles, isKnown: boolean): Promise<ArchiveOutline | null> {
  try {
    return parseArchiveIndex(await files.json(paths.archive, MAX_DOCUMENT_BYTES));
  } catch (error) {
    if (isAbsent(error) && !isKnown) return null;
    throw error;
  }
}

async function readArchive(files: SiteFiles, outline: ArchiveOutline): Promise<Archive> {
  const texts = new Map<string, string>();
  for (const { year } of outline.years) {
    const path = paths.archiveYear(year);
    texts.set(path, await files.text(path, MAX_YEAR_CHARACTERS));
  }
  if (outline.evidence) {
    const path = paths.archiveEvidence;
    texts.set(path, await files.text(path, MAX_TABLE_CHARACTERS));
  }
  return archiveOf(outline, (path) => present(texts.get(path), path));
}

/** The receipts, and the bytes of the newest dataset. */
async function readProof(
  files: SiteFiles,
  { receipts: years = [] }: ArchiveOutline,
  claim: VouchedFor & Pick<Previous, 'asOf'>,
): Promise<Pick<Previous, 'receipts' | 'source'>> {
  if (years.length === 0) return { receipts: [] };
  const texts = new Map<string, string>();
  for (const { year } of years) {
    const path = proofPaths.receiptsYear(year);
    texts.set(path, await files.text(path, MAX_RECEIPTS_BYTES));
  }
  const receipts = readReceipts(
    years.map(({ year }) => year),
    (path) => present(texts.get(path), path),
  );
  const newest = await files.text(proofPaths.newestReceipt, MAX_DOCUMENT_BYTES);
  const checksums = await files.bytes(proofPaths.checksums, MAX_CHECKSUMS_BYTES);
  const { date } = assertLast(receipts, newest, checksums);
  if (date !== claim.asOf) throw new PublishedSiteError(`the receipts end on ${date}, the rates are of ${claim.asOf}`);
  const { retrieved_at: retrievedAt, source: origin } = parseReceipt(newest);
  assertVouchedFor(claim, { path: proofPaths.newestReceipt, retrievedAt, url: origin.url });
  const expected = origin.sha256;
  const source = expected === null ? undefined : await files.bytes(sourceFile, MAX_DATASET_BYTES);
  if (source && sha256(source) !== expected) {
    throw new PublishedSiteError(`${sourceFile} is not what ${proofPaths.newestReceipt} is of`);
  }
  assertAsListed(files, await files.text(proofPaths.checksums, MAX_CHECKSUMS_BYTES));
  return { receipts, source };
}

/** Checks that what was read has the hashes in `SHA256SUMS`. Else the next publish would certify a changed day. */
function assertAsListed({ read }: SiteFiles, checksums: string): void {
  const sums = parseChecksums(checksums);
  for (const [path, bytes] of read) {
    if (isListed(path) && sums.get(path) !== sha256(bytes)) {
      throw new PublishedSiteError(`${path} is not what ${proofPaths.checksums} says`);
    }
  }
}

/**
 * Checks that a site without a publish log is of an early version, which had none. A site that has lost its log would start
 * a second one.
 *
 * @throws {PublishedSiteError} if the site has hashes; whatever keeps them from being read, as it is
 */
async function assertEarlyVersion(files: SiteFiles): Promise<void> {
  for (const path of [proofPaths.checksums, proofPaths.newestReceipt]) {
    try {
      await files.bytes(path, MAX_CHECKSUMS_BYTES);
    } catch (error) {
      if (isAbsent(error)) continue;
      throw error;
    }
    throw new PublishedSiteError(
      `it has lost its publish log: ${path} is there, but ${paths.archive} lists no file of the log. Roll back to a ` +
        'deployment that has it',
    );
  }
}

function assertPast({ asOf, retrievedAt, checkedAt }: ReturnType<typeof parseReferenceRates>, now: string): void {
  const latest = new Date(Date.parse(now) + DAY_MS).toISOString();
  for (const [name, time] of Object.entries({ retrieved_at: retrievedAt, checked_at: checkedAt })) {
    if (time > latest) {
      throw new FutureSiteError(`${name} is in the future: ${time}, and now it is ${now}`);
    }
  }
  if (asOf > latest.slice(0, 10))
    throw new FutureSiteError(`rate_as_of is in the future: ${asOf}, and now it is ${now}`);
  if (asOf < FIRST_DAY) throw new PublishedSiteError(`rate_as_of is before the dataset was: ${asOf}`);
}

/** @throws {PublishedSiteError} when too much of the newest day has nothing to do with any rate on record */
function assertFamiliar(archive: Archive): void {
  const rates = newestDay(archive)?.rates;
  const expected = newestDay(recordedArchive())?.rates ?? new Map<string, number>();
  const strange = [...expected].filter(([code, other]) => {
    const rate = rates?.get(code) ?? NaN;
    return !(Math.max(rate / other, other / rate) <= STRANGE_FACTOR);
  });
  if (strange.length > expected.size * MAX_STRANGE_SHARE) {
    throw new PublishedSiteError(
      `${strange.length} of ${expected.size} currencies are missing or far from any rate on record`,
    );
  }
}

/** The published site is implausible. */
class PublishedSiteError extends Error {
  override readonly name: string = 'PublishedSiteError';
}

/** The published site comes from the future. Its newest days would be lost without it. */
class FutureSiteError extends PublishedSiteError {
  override readonly name = 'FutureSiteError';
}

/**
 * What is wrong with a published site, as part of a message.
 *
 * @throws whatever is not a fault of the site
 */
export function faultOf(error: unknown): string {
  if (error instanceof z.ZodError) return firstIssue(error);
  if (error instanceof ChecksumsError) return `${proofPaths.checksums} ${error.message}`;
  const isFault =
    error instanceof HttpError ||
    error instanceof PublishedSiteError ||
    error instanceof OddFileError ||
    error instanceof FileError ||
    error instanceof SyntaxError ||
    (error instanceof Error && 'syscall' in error);
  if (!isFault) throw error;
  return error.message;
}
