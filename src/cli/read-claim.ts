import { readFileSync } from 'node:fs';
import { type Archive, areEqual, newestDay } from '../archive/archive.ts';
import { catalogue } from '../currencies/catalogue.ts';
import { isHttpAddress } from '../dataset/address.ts';
import { type Dataset, parseDataset } from '../dataset/dataset.ts';
import { DatasetError } from '../dataset/errors.ts';
import { paths, sourceFile } from '../documents/paths.ts';
import type { ReceiptLine } from '../documents/receipt.ts';
import { ChecksumsError, isListed, MOST_CHECKSUMS_BYTES, parseChecksums, sha256 } from '../site/checksums.ts';
import { filesBelow } from '../site/files-below.ts';
import { lineOf } from '../documents/receipt-chain.ts';
import { parseReceipt } from '../site/receipts.ts';
import { problemLine, type SiteProblem } from '../site/site-problems.ts';
import { CommandError } from './command.ts';
import { faultOf, type Previous, readPublished } from './read-previous.ts';
import { isAbsent, SiteFiles } from './site-files.ts';

/** A published site, as it says of itself that it is. */
export interface Claim {
  readonly files: SiteFiles;
  /** The text of `SHA256SUMS`, */
  readonly checksums: string;
  /** which is the SHA-256 of each file, by its path. */
  readonly sums: ReadonlyMap<string, string>;
  readonly published: Previous & { readonly archive: Archive };
  /** The last one. */
  readonly receipt: ReceiptLine;
  /** What of what was read is not as the checksums and the receipts say. */
  readonly problems: readonly SiteProblem[];
}

/** Milliseconds for one try at a file: `SHA256SUMS` of a site without a limit has 14 MB. */
const TIMEOUT = 60_000;

/**
 * Reads what a published site was made of, and looks whether its files, checksums and receipts agree: of a folder all files,
 * of what is served those that it takes to make the site again.
 *
 * @param site its base address, or a folder
 * @param now the clock, ISO 8601 UTC
 * @throws {CommandError} when it cannot be read
 * @throws the signal's reason
 */
export async function readClaim(site: string, now: string, signal: AbortSignal): Promise<Claim> {
  const problems: SiteProblem[] = [];
  let sums: ReadonlyMap<string, string> = new Map();
  const onRead = (path: string, bytes: Uint8Array) => {
    const expected = sums.get(path);
    if (expected !== undefined && sha256(bytes) !== expected) problems.push(changed(path));
  };
  const files = new SiteFiles(site, { signal, timeout: TIMEOUT, ...(isHttpAddress(site) && { onRead }) });
  try {
    const checksums = await files.text(paths.checksums, MOST_CHECKSUMS_BYTES);
    sums = parseChecksums(checksums);
    if (!isHttpAddress(site)) problems.push(...folderProblems(site, sums));
    const { archive, ...published } = await readPublished(files, now);
    const last = published.receipts.at(-1);
    if (!archive || !last) throw new ChecksumsError('stands alone: there are no receipts to read it by');
    const newest = await files.text(paths.newestReceipt, MOST_RECEIPT_BYTES);
    if (last.text !== lineOf(newest, sha256(checksums))) {
      problems.push({
        path: paths.receiptsYear(last.date.slice(0, 4)),
        message: `its last line is not ${paths.newestReceipt} with the hash of ${paths.checksums}`,
      });
    }
    if (published.source && !isDataset(published.source, newestDay(archive), published.checkedAt)) {
      problems.push({
        path: sourceFile,
        message: `says otherwise than the archive what the rates of ${last.date} were`,
      });
    }
    return { files, checksums, sums, published: { ...published, archive }, receipt: parseReceipt(last), problems };
  } catch (error) {
    const fault = error instanceof ChecksumsError ? `${paths.checksums} ${error.message}` : faultOf(error);
    const advice = isAbsent(error)
      ? ' Is this a site, and of a version that writes receipts?'
      : ' What cannot be read cannot be made again.';
    throw new CommandError(...problems.map(problemLine), `${files.place} cannot be verified: ${fault}.${advice}`);
  }
}

const MOST_RECEIPT_BYTES = 65_536;

function changed(path: string): SiteProblem {
  return { path, message: `is not what ${paths.checksums} says` };
}

/** Where a folder is not what its checksums say: a file that is changed, missing or too many. */
function folderProblems(folder: string, sums: ReadonlyMap<string, string>): SiteProblem[] {
  const missing = new Set(sums.keys());
  const problems = filesBelow(folder).flatMap(({ file, path }): SiteProblem | [] => {
    missing.delete(path);
    const expected = sums.get(path);
    if (expected === undefined) {
      return isListed(path) ? { path, message: `is not in ${paths.checksums}` } : [];
    }
    return sha256(readFileSync(file)) === expected ? [] : changed(path);
  });
  return [...problems, ...Array.from(missing, (path) => ({ path, message: 'is missing' }))];
}

/** Whether bytes are the dataset that a day of the archive was taken from. */
function isDataset(bytes: Uint8Array, day: Dataset | undefined, now: string): boolean {
  try {
    const { date, rates } = parseDataset(JSON.parse(new TextDecoder().decode(bytes)), catalogue, now);
    return date === day?.date && areEqual(rates, day.rates);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof DatasetError) return false;
    throw error;
  }
}
