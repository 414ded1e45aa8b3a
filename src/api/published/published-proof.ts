import { isDate } from '../../rates/calendar.ts';
import { type Dispute, outcomesInWords, type WitnessOutcome } from '../../snapshot/witnesses.ts';
import { isKeyOf } from '../../text/is-key-of.ts';
import { COMMIT, SHA256, VERSION } from '../../text/digests.ts';
import { FileError } from '../../text/site-problem.ts';
import { paths, proofPaths } from '../format/paths.ts';
import {
  areTexts,
  isInstant,
  isMatch,
  isObject,
  isRate,
  type JsonObject,
  objectIn,
  parseReach,
  type PublishedReach,
} from './published-files.ts';
import type { ReceiptLink } from './receipt-chain.ts';
import type { Status } from '../documents/status.ts';

/*
 * How a page reads what the site says of where its numbers come from: by hand, like its numbers.
 */

/** Each of them is a file to be fetched. */
const MAX_YEARS = 200;

/** What the archive's index says that there is. */
export interface PublishedArchive extends PublishedReach {
  /** Days that the source never had. */
  readonly gaps: ReadonlySet<string>;
  /** The years of which there are receipts, the earliest first. */
  readonly receipts: readonly string[];
}

export function parsePublishedArchive(index: unknown): PublishedArchive {
  const { gaps, receipts } = objectIn(paths.archive, index);
  if (!Array.isArray(gaps) || !gaps.every(isDate)) throw new FileError(paths.archive, 'no gaps');
  if (!Array.isArray(receipts) || receipts.length > MAX_YEARS) throw new FileError(paths.archive, 'no receipts');
  const years = receipts.map((receipt: unknown) => {
    const year = isObject(receipt) ? receipt['year'] : undefined;
    if (typeof year !== 'string' || !/^\d{4}$/.test(year)) throw new FileError(paths.archive, 'no receipts');
    return year;
  });
  return { ...parseReach(index), gaps: new Set(gaps), receipts: years };
}

/** What status says of the newest day. */
export interface PublishedValidation {
  readonly asOf: string;
  /** Why each currency that isn't plainly ok is not, in sentences, by code. */
  readonly explanations: ReadonlyMap<string, string>;
  /** Who was asked, and what became of it. */
  readonly asked: readonly { readonly witness: string; readonly outcome: WitnessOutcome }[];
  readonly disputes: readonly Dispute[];
  /** Currencies that no witness was compared in. */
  readonly unwitnessed: ReadonlySet<string>;
}

export function parseValidation(status: unknown): PublishedValidation {
  const { rate_as_of, currencies, witnesses } = objectIn(paths.status, status);
  if (!isDate(rate_as_of)) throw new FileError(paths.status, 'no day');
  const { asked, disputed, unwitnessed } = objectIn(paths.status, witnesses);
  if (!areTexts(unwitnessed)) {
    throw new FileError(paths.status, 'no witnesses');
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

/** @throws {FileError} where one of them cannot be read */
function eachOf<T>(list: unknown, read: (entry: JsonObject) => T | undefined): T[] {
  if (!Array.isArray(list)) throw new FileError(paths.status, 'not the state of a day');
  return list.map((entry: unknown) => {
    const value = isObject(entry) ? read(entry) : undefined;
    if (value === undefined) throw new FileError(paths.status, 'not the state of a day');
    return value;
  });
}

/** Of no more than is shown. */
const ADDRESS = /^https?:\/\/[!-~]{1,500}$/;

/** What a receipt says of a state of the site. */
export interface PublishedReceipt {
  readonly retrievedAt: string;
  /** Whether it is a preview of recorded rates. */
  readonly isRecorded: boolean;
  /** The address that the dataset was fetched from. */
  readonly url: string;
  /** Of the dataset's bytes as fetched; null where they were not kept. */
  readonly sha256: string | null;
  readonly version: string;
  /** Undefined where nobody knew. */
  readonly commit: string | undefined;
  readonly counts: Status['counts'];
}

/** Another version's receipt may say more. */
export function parsePublishedReceipt({ text, date }: ReceiptLink): PublishedReceipt {
  const path = proofPaths.receiptsYear(date.slice(0, 4));
  const { retrieved_at, recorded, source, version, commit, counts } = objectIn(path, JSON.parse(text));
  const { url, sha256 } = objectIn(path, source);
  if (!isInstant(retrieved_at) || !isMatch(ADDRESS, url) || !isMatch(VERSION, version)) {
    throw new FileError(path, `no dataset of ${date}`);
  }
  if (sha256 !== null && !isMatch(SHA256, sha256)) throw new FileError(path, `no hash of ${date}`);
  if (commit !== undefined && !isMatch(COMMIT, commit)) throw new FileError(path, `no commit of ${date}`);
  // Version 0.1 marked no currency as frozen.
  const { ok, held, accepted, frozen = 0, left_out } = objectIn(path, counts);
  if (!isCount(ok) || !isCount(held) || !isCount(accepted) || !isCount(frozen) || !isCount(left_out)) {
    throw new FileError(path, `no counts of ${date}`);
  }
  const counted = { ok, held, accepted, frozen, left_out };
  return { retrievedAt: retrieved_at, isRecorded: recorded === true, url, sha256, version, commit, counts: counted };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
