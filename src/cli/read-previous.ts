import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { addressBelow, isHttpAddress, publicAddress } from '../dataset/address.ts';
import { defaultLimits, downloadJson } from '../dataset/download.ts';
import { DownloadError } from '../dataset/errors.ts';
import { checkPrevious, type PreviousContext, PreviousSiteError } from '../dataset/previous-snapshot.ts';
import { paths } from '../documents/paths.ts';
import { parseReferenceRates } from '../documents/reference-rates.ts';
import { parseStatus } from '../documents/status.ts';
import type { Snapshot } from '../rates/snapshot.ts';
import { firstIssue } from '../text/first-issue.ts';

/**
 * Brings back what was published last, from the site's base address or from a folder with the same files.
 *
 * @param warn told in one line why the site, or its memory, is not used
 * @returns null when there is no site, or none that can be believed
 */
export async function readPrevious(
  site: string,
  context: PreviousContext,
  warn: (message: string) => void,
  signal?: AbortSignal,
): Promise<Snapshot | null> {
  try {
    const reference = parseReferenceRates(await readDocument(site, paths.referenceRates, signal));
    return checkPrevious({ ...reference, quality: await readMemory(site, reference.asOf, warn, signal) }, context);
  } catch (error) {
    warn(`The previous site is not used. ${describe(site, error)}`);
    return null;
  }
}

/** The quality gate's memory, empty when it cannot be read or belongs to another dataset. */
async function readMemory(
  site: string,
  asOf: string,
  warn: (message: string) => void,
  signal?: AbortSignal,
): Promise<Snapshot['quality']> {
  try {
    const status = parseStatus(await readDocument(site, paths.status, signal));
    if (status.asOf === asOf) return status.quality;
    throw new PreviousSiteError(`the status is of ${status.asOf}, the rates of ${asOf}`);
  } catch (error) {
    warn(`The previous site's status is not used: what it held counts as ok. ${describe(site, error)}`);
    return new Map();
  }
}

async function readDocument(site: string, path: string, signal?: AbortSignal): Promise<unknown> {
  if (isHttpAddress(site)) return downloadJson(addressBelow(site, path), { signal });
  const file = join(site, path);
  const { size } = statSync(file);
  if (size > defaultLimits.maxBytes)
    throw new PreviousSiteError(`${path} has more than ${defaultLimits.maxBytes} bytes`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** @throws whatever is not a fault of the site */
function describe(site: string, error: unknown): string {
  const place = isHttpAddress(site) ? publicAddress(site) : site;
  if (error instanceof z.ZodError) return `${place}: ${firstIssue(error)}`;
  const isFault =
    error instanceof DownloadError ||
    error instanceof PreviousSiteError ||
    error instanceof SyntaxError ||
    (error instanceof Error && 'syscall' in error);
  if (!isFault) throw error;
  return `${place}: ${error.message}`;
}
