import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Archive, newestDay } from '../archive/archive.ts';
import { MOST_EVIDENCE_CHARACTERS } from '../archive/evidence-file.ts';
import { MOST_YEAR_CHARACTERS } from '../archive/year-file.ts';
import { addressBelow, isHttpAddress, publicAddress } from '../dataset/address.ts';
import { FIRST_DAY } from '../rates/first-day.ts';
import { downloadJson, downloadText } from '../dataset/download.ts';
import { DownloadError } from '../dataset/errors.ts';
import {
  ArchiveError,
  archiveOf,
  type ArchiveOutline,
  assertOutline,
  parseArchiveIndex,
} from '../documents/archive-index.ts';
import { paths } from '../documents/paths.ts';
import { parseReferenceRates } from '../documents/reference-rates.ts';
import { parseStatus } from '../documents/status.ts';
import type { Snapshot } from '../rates/snapshot.ts';
import type { Hearing } from '../rates/witnesses.ts';
import { firstIssue } from '../text/first-issue.ts';
import { CommandError } from './command.ts';
import { recordedArchive } from './recorded-archive.ts';

/** What was published last. */
export interface Previous extends Pick<Snapshot, 'asOf' | 'retrievedAt' | 'checkedAt' | 'mirror'> {
  /** Left out by a site of a version that had none. Its newest day is that of the rates. */
  readonly archive?: Archive;
  /** Who was asked about its dataset. Left out likewise. */
  readonly hearing?: Hearing | undefined;
}

/** A recorded day is far from any rate of today's that differs by more than this: years may lie between. */
const STRANGE_FACTOR = 10;
/** The share of the recorded currencies that may be so far away, or missing, and the site still be believed. */
const MAX_STRANGE_SHARE = 0.2;

/** Bytes of a document that is read here, many times what ours have: to tell what is wrong with a larger one takes memory. */
const MOST_BYTES = 131_072;

const DAY_MS = 86_400_000;

/**
 * Brings back what was published last, from the site's base address or from a folder with the same files, checked like any
 * other input: in the end it comes from a server.
 *
 * A site that is out of reach, or is not what we would have published, ends the work: without its archive days would be
 * lost, and a jump be believed that it knows to be one.
 *
 * @param now the clock, ISO 8601 UTC
 * @param toBeginAnew what a user does to that end
 * @throws {CommandError} when it cannot be read, or not be believed
 * @throws the signal's reason
 */
export async function readPrevious(
  site: string,
  now: string,
  toBeginAnew: string,
  signal?: AbortSignal,
): Promise<Previous> {
  try {
    const reference = parseReferenceRates(await readJson(site, paths.referenceRates, signal));
    const status = parseStatus(await readJson(site, paths.status, signal));
    if (status.asOf !== reference.asOf) {
      throw new PreviousSiteError(`the status is of ${status.asOf}, the rates of ${reference.asOf}`);
    }
    assertPast(reference, now);
    const published = { ...reference, mirror: publicAddress(reference.mirror) };
    const outline = await readOutline(site, status.judgedByDays !== undefined, signal);
    if (!outline) return published;
    assertOutline(outline, reference.asOf);
    if (outline.days !== status.judgedByDays) {
      throw new PreviousSiteError(
        `the archive has ${outline.days} days, the status says ${status.judgedByDays ?? 'none'}`,
      );
    }
    const { hearing } = status;
    if (hearing && !outline.evidence)
      throw new PreviousSiteError('the status tells of witnesses, the archive does not');
    const archive = await readArchive(site, outline, signal);
    assertFamiliar(archive);
    return { ...published, archive, hearing };
  } catch (error) {
    throw new CommandError(
      `The previous site cannot be used: ${describe(site, error)}. Nothing was written. Try again; or, to begin anew ` +
        `without what it knows, ${toBeginAnew}.`,
    );
  }
}

/**
 * What archive there is; null where there is none, as in sites of early versions. One whose status knows of no archive, and
 * that has one, is no such site.
 */
async function readOutline(site: string, isKnown: boolean, signal?: AbortSignal): Promise<ArchiveOutline | null> {
  try {
    return parseArchiveIndex(await readJson(site, paths.archive, signal));
  } catch (error) {
    const isAbsent =
      (error instanceof DownloadError && error.status === 404) ||
      (error instanceof Error && 'code' in error && error.code === 'ENOENT');
    if (isAbsent && !isKnown) return null;
    throw error;
  }
}

async function readArchive(site: string, outline: ArchiveOutline, signal?: AbortSignal): Promise<Archive> {
  const texts = new Map<string, string>();
  for (const { year } of outline.years) {
    const path = paths.archiveYear(year);
    texts.set(path, await readText(site, path, MOST_YEAR_CHARACTERS, signal));
  }
  if (outline.evidence) {
    const path = paths.archiveEvidence;
    texts.set(path, await readText(site, path, MOST_EVIDENCE_CHARACTERS, signal));
  }
  return archiveOf(outline, (path) => texts.get(path) ?? '');
}

function assertPast({ asOf, retrievedAt, checkedAt }: Omit<Previous, 'archive' | 'hearing'>, now: string): void {
  const latest = new Date(Date.parse(now) + DAY_MS).toISOString();
  for (const [name, time] of Object.entries({ retrieved_at: retrievedAt, checked_at: checkedAt })) {
    if (time > latest) {
      throw new PreviousSiteError(
        `${name} is in the future: ${time}. Without its days since ${now} the archive would be shorter than it is published: set the clock, or --now, to the time`,
      );
    }
  }
  if (asOf > latest.slice(0, 10)) throw new PreviousSiteError(`rate_as_of is in the future: ${asOf}`);
  if (asOf < FIRST_DAY) throw new PreviousSiteError(`rate_as_of is before the dataset was: ${asOf}`);
}

/** @throws {PreviousSiteError} when too much of the newest day has nothing to do with any rate on record */
function assertFamiliar(archive: Archive): void {
  const rates = newestDay(archive)?.rates;
  const expected = newestDay(recordedArchive())?.rates ?? new Map<string, number>();
  const strange = [...expected].filter(([code, other]) => {
    const rate = rates?.get(code) ?? NaN;
    return !(Math.max(rate / other, other / rate) <= STRANGE_FACTOR);
  });
  if (strange.length > expected.size * MAX_STRANGE_SHARE) {
    throw new PreviousSiteError(
      `${strange.length} of ${expected.size} currencies are missing or far from any rate on record`,
    );
  }
}

async function readJson(site: string, path: string, signal?: AbortSignal): Promise<unknown> {
  if (isHttpAddress(site)) return downloadJson(addressBelow(site, path), { signal, maxBytes: MOST_BYTES });
  return JSON.parse(readFile(site, path, MOST_BYTES));
}

async function readText(site: string, path: string, maxBytes: number, signal?: AbortSignal): Promise<string> {
  if (isHttpAddress(site)) return downloadText(addressBelow(site, path), { signal, maxBytes });
  return readFile(site, path, maxBytes);
}

function readFile(site: string, path: string, maxBytes: number): string {
  const file = join(site, path);
  if (statSync(file).size > maxBytes) throw new PreviousSiteError(`${path} has more than ${maxBytes} bytes`);
  return readFileSync(file, 'utf8');
}

/** The published site cannot be believed. */
class PreviousSiteError extends Error {
  override readonly name = 'PreviousSiteError';
}

/** @throws whatever is not a fault of the site */
function describe(site: string, error: unknown): string {
  const place = isHttpAddress(site) ? publicAddress(site) : site;
  if (error instanceof z.ZodError) return `${place}: ${firstIssue(error)}`;
  const isFault =
    error instanceof DownloadError ||
    error instanceof PreviousSiteError ||
    error instanceof ArchiveError ||
    error instanceof SyntaxError ||
    (error instanceof Error && 'syscall' in error);
  if (!isFault) throw error;
  return `${place}: ${error.message}`;
}
