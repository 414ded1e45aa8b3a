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
import { CommandError } from './command.ts';

/**
 * Brings back what was published last, from the site's base address or from a folder with the same files.
 *
 * A site that is out of reach, or is not what we would have published, ends the work: without what it remembers, a jump
 * would be believed that it knows to be one.
 *
 * @param toBeginAnew what a user does to that end
 * @throws {CommandError} when it cannot be read, or not be believed
 * @throws the signal's reason
 */
export async function readPrevious(
  site: string,
  context: PreviousContext,
  toBeginAnew: string,
  signal?: AbortSignal,
): Promise<Snapshot> {
  try {
    const reference = parseReferenceRates(await readDocument(site, paths.referenceRates, signal));
    const status = parseStatus(await readDocument(site, paths.status, signal));
    if (status.asOf !== reference.asOf) {
      throw new PreviousSiteError(`the status is of ${status.asOf}, the rates of ${reference.asOf}`);
    }
    return checkPrevious({ ...reference, quality: status.quality }, context);
  } catch (error) {
    throw new CommandError(
      `The previous site cannot be used: ${describe(site, error)}. Nothing was written. Try again; or, to begin anew ` +
        `without what it knows, ${toBeginAnew}.`,
    );
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
