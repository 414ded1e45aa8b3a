import { addressBelow, publicAddress } from '../../http/address.ts';
import { FileError } from '../../api/format/file-error.ts';
import { paths, proofPaths } from '../../api/format/paths.ts';
import { ChecksumsError, parseChecksums, sha256 } from '../../site/checksums.ts';
import { pagesLimits } from '../../site/host-limits.ts';
import {
  assertVouchedFor,
  MOST_CHECKSUMS_BYTES,
  MOST_RECEIPTS_BYTES,
  type ReceiptLink,
} from '../../api/published/receipt-chain.ts';
import { assertLast, readReceipts } from '../../site/read-receipts.ts';
import { quote } from '../../text/quote.ts';
import { CommandError } from '../terminal/command.ts';
import { fetchFailure } from '../../http/fetch-failure.ts';
import { fetchFile } from '../../http/fetch-file.ts';

/** What a site is begun anew from: the files that `--previous` reads, and those that prove them. */
export interface KeptFiles {
  /** By their paths in the site. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** One chain, the earliest first; at least one. */
  readonly receipts: readonly ReceiptLink[];
  /** The day of the rates, which is the last archived one. */
  readonly asOf: string;
}

/** Tables, and files of receipts, that are fetched: there is one a year, and a few more. */
const MOST_FILES = 500;

/** Bytes of all of them: a hundred years have 100 MB. */
const MOST_BYTES_TOGETHER = 256 * 1024 * 1024;

/** Bytes of a document whose hash is not listed. */
const MOST_BYTES = 131_072;

/**
 * Fetches from a live site what a site is begun anew from, and looks whether it is whole: each file is what
 * `SHA256SUMS` says, that is what the last receipt says, and the receipts are one chain. A site is not to be trusted:
 * no path is used that is not one of ours. Needs no package.
 *
 * @param site its base address
 * @throws {CommandError} when anything is missing, or otherwise
 * @throws the signal's reason
 */
export async function fetchKeptFiles(site: string, signal: AbortSignal): Promise<KeptFiles> {
  const files = new Map<string, Buffer>();
  let bytes = 0;
  const read = async (path: string, most: number): Promise<Buffer> => {
    const file = await fetchFile(addressBelow(site, path), most, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      throw new KeptFileError(path, `cannot be fetched: ${fetchFailure(error)}`);
    });
    files.set(path, file);
    bytes += file.length;
    if (bytes > MOST_BYTES_TOGETHER)
      throw new KeptFileError(path, `and others have more than ${MOST_BYTES_TOGETHER} bytes`);
    return file;
  };
  const textOf = (path: string) => files.get(path)?.toString() ?? '';
  try {
    const checksums = await read(proofPaths.checksums, MOST_CHECKSUMS_BYTES);
    const sums = parseChecksums(checksums.toString());
    const tables = [...sums.keys()].filter((path) => path.startsWith('archive/'));
    if (tables.length > MOST_FILES) throw new KeptFileError(proofPaths.checksums, `has more than ${MOST_FILES} tables`);
    for (const path of [paths.archive, paths.status, proofPaths.newestReceipt, ...tables]) {
      const expected = sums.get(path);
      if (expected === undefined) throw new KeptFileError(proofPaths.checksums, `does not have ${path}`);
      const file = await read(path, pagesLimits.fileBytes);
      if (sha256(file) !== expected) throw new KeptFileError(path, `is not what ${proofPaths.checksums} says`);
    }
    const { named, years } = parseIndex(textOf(paths.archive));
    const stray = named.find((url) => !files.has(url.slice(1)));
    if (stray !== undefined) throw new KeptFileError(paths.archive, `names ${quote(stray)}, which is no table`);
    for (const year of years) await read(proofPaths.receiptsYear(year), MOST_RECEIPTS_BYTES);
    const receipts = readReceipts(years, textOf);
    const last = assertLast(receipts, textOf(proofPaths.newestReceipt), checksums);
    await read(paths.referenceRates, MOST_BYTES);
    const [rates, status, newest] = [paths.referenceRates, paths.status, proofPaths.newestReceipt].map((path) =>
      parse(path, textOf(path)),
    ) as [Document, Document, Document];
    assertRates(rates, last.date);
    assertClaim(rates, status, newest);
    return { files, receipts, asOf: last.date };
  } catch (error) {
    const fault = faultOf(error);
    if (fault === undefined) throw error;
    throw new CommandError(`${publicAddress(site)}: ${fault}. Nothing was kept.`);
  }
}

/** A file cannot be kept. */
class KeptFileError extends FileError {
  override readonly name = 'KeptFileError';
}

function faultOf(error: unknown): string | undefined {
  if (error instanceof ChecksumsError) return `${proofPaths.checksums} ${error.message}`;
  return error instanceof FileError ? error.message : undefined;
}

/** Looks at what is read back of the rates, whose hash stands nowhere. */
function assertRates(document: Document, asOf: string): void {
  const path = paths.referenceRates;
  const { success, base, rate_as_of, retrieved_at, checked_at, stale, stale_reason, rates } = document;
  if (rate_as_of !== asOf) throw new KeptFileError(path, `is not of ${asOf}`);
  const isWhole =
    success === true &&
    base === 'USD' &&
    [retrieved_at, checked_at].every((time) => typeof time === 'string' && INSTANT.test(time)) &&
    stale === (stale_reason !== null) &&
    (rates as Partial<Record<string, unknown>> | null | undefined)?.['USD'] === 1;
  if (!isWhole) throw new KeptFileError(path, 'is not what a site writes');
}

type Document = Readonly<Record<string, unknown>>;

/**
 * Compares the rates file, which has no hash, with files that do. The next publish refuses rates that contradict them.
 */
function assertClaim(rates: Document, status: Document, newest: Document): void {
  const claim = {
    retrievedAt: textIn(rates, 'retrieved_at'),
    checkedAt: textIn(rates, 'checked_at'),
    isStale: rates['stale'] === true,
    mirror: textIn(rates['source'], 'mirror'),
  };
  const { stale_since: since } = status;
  assertVouchedFor(claim, {
    path: paths.status,
    retrievedAt: textIn(status, 'retrieved_at'),
    staleSince: typeof since === 'string' || since === null ? since : undefined,
  });
  assertVouchedFor(claim, {
    path: proofPaths.newestReceipt,
    retrievedAt: textIn(newest, 'retrieved_at'),
    url: textIn(newest['source'], 'url'),
  });
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The addresses of the tables that an index names, and the years of receipts. */
function parseIndex(text: string): { named: string[]; years: string[] } {
  const { years, faults, evidence, receipts } = parse(paths.archive, text);
  const ofReceipts = listOf(receipts).map((entry) => textIn(entry, 'year'));
  if (ofReceipts.length > MOST_FILES || !ofReceipts.every((year) => /^\d{4}$/.test(year))) {
    throw new KeptFileError(paths.archive, 'names receipts of what is no year');
  }
  return { named: [...listOf(years), faults, evidence].map((entry) => textIn(entry, 'url')), years: ofReceipts };
}

function parse(path: string, text: string): Document {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Document;
  } catch {
    // As any other text that is no document.
  }
  throw new KeptFileError(path, 'is no JSON document');
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textIn(entry: unknown, name: string): string {
  const value = (entry as Partial<Record<string, unknown>> | null | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}
