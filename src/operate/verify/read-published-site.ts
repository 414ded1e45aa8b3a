import type { Instant } from '../../money/calendar.ts';
import { newestDay, newestProvider } from '../../archive/archive.ts';
import { catalogue, publishedOrder } from '../../money/currencies/catalogue.ts';
import { isDefaultProvider } from '../../sources/provider.ts';
import { parseDataset } from '../../download/dataset.ts';
import { boundsFor } from '../../validation/completeness.ts';
import { UnusableResponseError } from '../../download/errors.ts';
import { HttpError } from '../../download/http/request.ts';
import { proofPaths, sourceFile } from '../../api/paths.ts';
import { MAX_CHECKSUMS_BYTES } from '../../api/query/publish-log.ts';
import { parseChecksums } from '../../site/checksums.ts';
import type { SiteData } from '../../site/site-data.ts';
import { FileError, problemLines } from '../../text/site-problem.ts';
import { check } from '../../site/check/check.ts';
import { CommandError } from '../terminal/command.ts';
import { progress } from '../terminal/progress.ts';
import { readPublished } from '../../publish/read-previous.ts';
import { isAbsent, type SiteFiles } from '../../site/site-files.ts';

/** A published site, as its own documents describe it. */
export interface DownloadedSite {
  readonly files: SiteFiles;
  /** `SHA256SUMS`: the SHA-256 of each file, by its path. */
  readonly sums: ReadonlyMap<string, string>;
  readonly published: SiteData;
}

/**
 * Reads the data that a published site was made from.
 *
 * @throws {CommandError} if the data is missing or contradicts itself. For a folder, the error lists all wrong files
 */
export async function readPublishedSite(files: SiteFiles, now: Instant, signal: AbortSignal): Promise<DownloadedSite> {
  let sums: ReadonlyMap<string, string> = new Map();
  try {
    sums = parseChecksums(await files.text(proofPaths.checksums, MAX_CHECKSUMS_BYTES));
    return { files, sums, published: await readPublished(files, now) };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const advice = isAbsent(error)
      ? ' Check that this is a Ratesheet site of a version with a publish log.'
      : error.cause instanceof HttpError
        ? ' Check the URL, and that the site runs.'
        : '';
    const isListed = files.folder !== undefined && sums.size > 0;
    const lines = isListed ? problemLines((await check(files, { signal })).problems) : [];
    throw new CommandError(...lines, `${files.place} cannot be verified: ${error.message}.${advice}`);
  }
}

/** Finds files that contradict the checksums, the archive or their schemas, and says which files the host has. */
export async function checkPublishedSite({ files, published }: DownloadedSite, signal: AbortSignal) {
  const { problems, host } = await check(files, { data: published, signal, onProgress: progress('Read', 'files') });
  const contradiction = {
    path: sourceFile,
    problem: `contradicts the archive about the rates of ${published.rate_as_of}`,
  };
  const isRight = !published.source || isDataset(published.source, published);
  return { problems: isRight ? problems : [...problems, contradiction], host };
}

/**
 * Whether bytes are the dataset of the archive's newest day and have the archived rates. Compares only currencies that
 * this version of the code lists.
 */
function isDataset(bytes: Uint8Array, { archive, retrieved_at: now }: SiteData): boolean {
  const day = newestDay(archive);
  const bounds = boundsFor(!isDefaultProvider(newestProvider(archive)));
  try {
    const { date, rates } = parseDataset(JSON.parse(new TextDecoder().decode(bytes)), catalogue, now, bounds);
    return (
      date === day?.date && [...day.rates].every(([code, rate]) => !known.has(code) || Object.is(rates.get(code), rate))
    );
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof UnusableResponseError) return false;
    throw error;
  }
}

const known: ReadonlySet<string> = new Set(publishedOrder);
