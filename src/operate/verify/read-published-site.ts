import { join } from 'node:path';
import { newestDay, newestSource } from '../../archive/archive.ts';
import { catalogue, publishedOrder } from '../../currencies/catalogue.ts';
import { isDefaultSource } from '../../archive/source.ts';
import { parseDataset } from '../../sources/dataset.ts';
import { boundsFor } from '../../validation/dataset-bounds.ts';
import { DatasetError } from '../../sources/errors.ts';
import { HttpError } from '../../http/request.ts';
import { proofPaths, sourceFile } from '../../api/paths.ts';
import { MAX_CHECKSUMS_BYTES } from '../../api/published/publish-log.ts';
import { parseChecksums } from '../../site/checksums.ts';
import { compareChecksums } from '../../site/check/compare-checksums.ts';
import { filesBelow } from '../../site/files-below.ts';
import { strayLogFiles } from '../../site/read-publish-log.ts';
import type { SiteData } from '../../site/site-data.ts';
import { FileError, problemLines, type SiteProblem } from '../../text/site-problem.ts';
import { type FilesOnly, filesOnlyIn, isOnHost } from '../../site/check/files-only.ts';
import { CommandError } from '../terminal/command.ts';
import { readPublished } from '../../publish/read-previous.ts';
import { isAbsent, type SiteFiles } from '../../site/site-files.ts';

/** A published site, as its own documents describe it. */
export interface PublishedSite {
  readonly files: SiteFiles;
  /** `SHA256SUMS`: the SHA-256 of each file, by its path. */
  readonly sums: ReadonlyMap<string, string>;
  readonly published: SiteData;
  /** Files that contradict the checksums, the publish log or the archive. */
  readonly problems: readonly SiteProblem[];
  /** Which of the site's files the folder has, if it's the folder of a mirror; undefined for a served site. */
  readonly host: FilesOnly | undefined;
}

/**
 * Reads the data that a published site was made from, and checks that its files, checksums and publish log agree. If
 * the site is a folder, all files are checked. If the site is served, only the files needed to rebuild it are checked.
 *
 * @param folder the site's folder; undefined if it is served
 */
export async function readPublishedSite(
  files: SiteFiles,
  folder: string | undefined,
  now: string,
  signal: AbortSignal,
): Promise<PublishedSite> {
  const host = folder === undefined ? undefined : filesOnlyIn(folder);
  const problemsOf = async (sums: ReadonlyMap<string, string>) => {
    // The files of a served site are checked when they are read.
    if (folder === undefined) return [];
    const problems = await compareChecksums(folder, sums, signal);
    return host ? problems.filter(({ path }) => isOnHost(host, path)) : problems;
  };
  let sums: ReadonlyMap<string, string> = new Map();
  try {
    sums = parseChecksums(await files.text(proofPaths.checksums, MAX_CHECKSUMS_BYTES));
    const published = await readPublished(files, now);
    const problems = [...(await problemsOf(sums))];
    if (folder !== undefined) {
      const logYears = filesBelow(join(folder, 'receipts')).map(({ path }) => `receipts/${path}`);
      problems.push(...strayLogFiles(logYears, published.publishLog));
    }
    if (published.source && !isDataset(published.source, published)) {
      const problem = `contradicts the archive about the rates of ${published.asOf}`;
      problems.push({ path: sourceFile, problem });
    }
    return { files, sums, published, problems, host };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const advice = isAbsent(error)
      ? ' Check that this is a Ratesheet site of a version with a publish log.'
      : error.cause instanceof HttpError
        ? ' Check the URL, and that the site runs.'
        : '';
    // Until the checksums are read, no problems are known.
    const lines = sums.size > 0 ? problemLines(await problemsOf(sums)) : [];
    throw new CommandError(...lines, `${files.place} cannot be verified: ${error.message}.${advice}`);
  }
}

/**
 * Whether bytes are the dataset of the archive's newest day and have the archived rates. Compares only currencies that
 * this version of the code lists.
 */
function isDataset(bytes: Uint8Array, { archive, retrievedAt: now }: SiteData): boolean {
  const day = newestDay(archive);
  const bounds = boundsFor(!isDefaultSource(newestSource(archive)));
  try {
    const { date, rates } = parseDataset(JSON.parse(new TextDecoder().decode(bytes)), catalogue, now, bounds);
    return (
      date === day?.date && [...day.rates].every(([code, rate]) => !known.has(code) || Object.is(rates.get(code), rate))
    );
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof DatasetError) return false;
    throw error;
  }
}

const known: ReadonlySet<string> = new Set(publishedOrder);
