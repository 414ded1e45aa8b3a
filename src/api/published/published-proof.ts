import { isDate, isInstant } from '../../rates/calendar.ts';
import { type Dispute, outcomesInWords, type WitnessOutcome } from '../../validation/snapshot/witness-report.ts';
import { isKeyOf } from '../../text/is-key-of.ts';
import { COMMIT, SHA256, VERSION } from '../../text/digests.ts';
import { FileError } from '../../text/site-problem.ts';
import { paths, proofPaths } from '../format/paths.ts';
import {
  ADDRESS,
  areTexts,
  isMatch,
  isObject,
  isRate,
  type JsonObject,
  objectIn,
  parseReach,
  type PublishedReach,
} from './published-files.ts';
import type { LogEntry } from './receipt-chain.ts';
import type { Status } from '../documents/status.ts';

/* Parsers of the files about the origin of rates. They are written by hand, for the reason in published-files.ts. */

/** Maximum number of years in the publish log. A page fetches one file per year, so this limits the page's requests. */
const MAX_YEARS = 200;

/** Content of the archive's index. */
export interface PublishedArchive extends PublishedReach {
  /** Dates that the source never published. */
  readonly gaps: ReadonlySet<string>;
  /** The years for which the publish log has a file, ascending. */
  readonly receipts: readonly string[];
}

export function parsePublishedArchive(index: unknown): PublishedArchive {
  const { gaps, receipts } = objectIn(paths.archive, index);
  if (!Array.isArray(gaps) || !gaps.every(isDate)) throw new FileError(paths.archive, 'has no gaps');
  if (!Array.isArray(receipts) || receipts.length > MAX_YEARS) throw new FileError(paths.archive, 'has no receipts');
  const years = receipts.map((receipt: unknown) => {
    const year = isObject(receipt) ? receipt['year'] : undefined;
    if (typeof year !== 'string' || !/^\d{4}$/.test(year))
      throw new FileError(paths.archive, 'has an invalid year in receipts');
    return year;
  });
  return { ...parseReach(index), gaps: new Set(gaps), receipts: years };
}

/** Validation of the newest day. */
export interface PublishedValidation {
  readonly asOf: string;
  /** Explanation of the state of each currency that isn't `ok`, by code. */
  readonly explanations: ReadonlyMap<string, string>;
  /** The requested witnesses with their outcomes. */
  readonly asked: readonly { readonly witness: string; readonly outcome: WitnessOutcome }[];
  readonly disputes: readonly Dispute[];
  /** Currencies that weren't compared with any witness. */
  readonly unwitnessed: ReadonlySet<string>;
}

export function parseValidation(status: unknown): PublishedValidation {
  const { rate_as_of, currencies, witnesses } = objectIn(paths.status, status);
  if (!isDate(rate_as_of)) throw new FileError(paths.status, 'has no date');
  const { asked, disputed, unwitnessed } = objectIn(paths.status, witnesses);
  if (!areTexts(unwitnessed)) {
    throw new FileError(paths.status, 'has no witnesses');
  }
  return {
    asOf: rate_as_of,
    explanations: new Map(
      eachOf(currencies, ({ code, explanation }) =>
        typeof code === 'string' && typeof explanation === 'string' ? [code, explanation] : undefined,
      ),
    ),
    asked: eachOf(asked, ({ witness, outcome }) =>
      typeof witness === 'string' && isKeyOf(outcomesInWords, outcome) ? { witness, outcome } : undefined,
    ),
    disputes: eachOf(disputed, ({ code, witness, ratio, since, frozen }) =>
      typeof code === 'string' &&
      typeof witness === 'string' &&
      isRate(ratio) &&
      isDate(since) &&
      typeof frozen === 'boolean'
        ? { code, witness, ratio, since, frozen }
        : undefined,
    ),
    unwitnessed: new Set(unwitnessed),
  };
}

/** @throws {FileError} if an entry is invalid */
function eachOf<T>(list: unknown, read: (entry: JsonObject) => T | undefined): T[] {
  if (!Array.isArray(list)) throw new FileError(paths.status, 'lacks a list');
  return list.map((entry: unknown) => {
    const value = isObject(entry) ? read(entry) : undefined;
    if (value === undefined) throw new FileError(paths.status, 'has an invalid entry in a list');
    return value;
  });
}

/** Entry of the publish log. */
export interface PublishedReceipt {
  readonly retrievedAt: string;
  /** Whether the site is a preview of recorded rates. */
  readonly isRecorded: boolean;
  /** Name of the source; undefined for the default source. */
  readonly source: string | undefined;
  /** URL that the dataset was fetched from. */
  readonly url: string;
  /** SHA-256 of the dataset as fetched; null if it wasn't stored. */
  readonly sha256: string | null;
  readonly version: string;
  /** Undefined if unknown. */
  readonly commit: string | undefined;
  readonly counts: Status['counts'];
}

/** Parses an entry of the publish log. An entry of another version may have further fields. */
export function parsePublishedReceipt({ text, date }: LogEntry): PublishedReceipt {
  const path = proofPaths.receiptsYear(date.slice(0, 4));
  const { retrieved_at, recorded, source, version, commit, counts } = objectIn(path, JSON.parse(text));
  const { name, url, sha256 } = objectIn(path, source);
  if (!isInstant(retrieved_at) || !isMatch(ADDRESS, url) || !isMatch(VERSION, version)) {
    throw new FileError(path, `has no valid dataset of ${date}`);
  }
  if (name !== undefined && typeof name !== 'string') throw new FileError(path, `has no valid source of ${date}`);
  if (sha256 !== null && !isMatch(SHA256, sha256)) throw new FileError(path, `has no valid hash of ${date}`);
  if (commit !== undefined && !isMatch(COMMIT, commit)) throw new FileError(path, `has no valid commit of ${date}`);
  // In version 0.1, `counts` has no `frozen`, because no currency was marked as frozen.
  const { ok, held, accepted, frozen = 0, left_out } = objectIn(path, counts);
  if (!isCount(ok) || !isCount(held) || !isCount(accepted) || !isCount(frozen) || !isCount(left_out)) {
    throw new FileError(path, `has no valid counts of ${date}`);
  }
  const counted = { ok, held, accepted, frozen, left_out };
  return {
    retrievedAt: retrieved_at,
    isRecorded: recorded === true,
    source: name,
    url,
    sha256,
    version,
    commit,
    counts: counted,
  };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
