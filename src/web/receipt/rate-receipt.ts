import type { Evidence } from '../../archive/evidence.ts';
import { parseEvidenceFile } from '../../archive/evidence-file.ts';
import { MAX_TABLE_CHARACTERS } from '../../archive/table-lines.ts';
import { MAX_YEAR_CHARACTERS, parseYearFile } from '../../archive/year-file.ts';
import { CODE } from '../../currencies/code.ts';
import { parseFaultsFile } from '../../api/archive/faults-file.ts';
import { paths, proofPaths } from '../../api/format/paths.ts';
import { parsePastDay, type PublishedDay } from '../../api/published/published-files.ts';
import {
  parseValidation,
  type PublishedArchive,
  type PublishedValidation,
} from '../../api/published/published-proof.ts';
import { MAX_CHECKSUMS_BYTES, newestOf, type ReceiptLink } from '../../api/published/receipt-chain.ts';
import { dateOfDay, dayNumber, isDate } from '../../rates/calendar.ts';
import { dateOfRates } from '../../snapshot/held-dates.ts';
import { crossRate } from '../../rates/cross-rate.ts';
import { type DailyRates, type DatedRate, latestDay, MAX_DAYS_BACK, withDates } from '../../rates/past-rates.ts';
import type { QualityReason } from '../../snapshot/quality.ts';
import { quote } from '../../text/quote.ts';
import type { ReceiptQuery } from './receipt-query.ts';
import {
  FileProblem,
  readFile,
  readDocument,
  type Found,
  mapFound,
  type ReadText,
  valueOf,
} from '../shared/site-text.ts';
import { type Chain, readPublishLog, type Sha256, type StateReceipt } from './state-receipts.ts';

/** Where one rate on one day comes from: what the site's files say of it, put together. */
export interface RateReceipt {
  readonly from: string;
  readonly to: string;
  readonly date: string;
  readonly isNewest: boolean;
  /** Units of `to` per 1 of `from`, as the API has it; undefined where there is none of that very day. */
  readonly rate: number | undefined;
  /** The date that the API gives the rate: the day, or an earlier one if a currency of the pair is held. */
  readonly asOf: string;
  /** Why the rate isn't known, if it isn't. */
  readonly rateProblem: FileProblem | undefined;
  /** The day of the site's newest dataset. */
  readonly newest: string;
  /** What the API answers with where it is asked for that day and has no rate of both; undefined where it has none. */
  readonly inItsPlace: DatedRate | undefined;
  /** Of the two currencies; USD has none, for all rates are per 1 USD, and it is 1. */
  readonly sides: readonly CurrencyReceipt[];
  /** The states of the site that are of that day's dataset. */
  readonly states: Found<readonly StateReceipt[]>;
  readonly chain: Found<Chain>;
  /** The file in which the source's numbers of that year stand. */
  readonly archive: ArchiveColumns;
  /** Whether the checksums, which are megabytes, vouch for that file; undefined where the browser works none out. */
  readonly vouching: Promise<Found<Vouching>> | undefined;
}

/** What `SHA256SUMS` says of the archive's file and of the last receipt, and the last receipt of `SHA256SUMS`. */
export interface Vouching {
  /** Whether it lists the file as it was read. */
  readonly isListed: boolean;
  /** Whether it lists the last receipt, which is `receipts/newest.json`, as it was read. */
  readonly isReceiptListed: boolean;
  /** Whether it is the one that the last receipt names. */
  readonly isNamed: boolean;
}

/** What is said of a currency's rate, in units per 1 USD. */
export interface CurrencyReceipt {
  readonly code: string;
  /** The source's own number; null where it had none. */
  readonly sourceValue: number | null;
  /** The site's; null where it has none. */
  readonly published: Found<number | null>;
  readonly publishedIn: string;
  /** Whether the day's own document has one: of the newest day it may know better. Undefined where nobody can tell. */
  readonly isPast: boolean | undefined;
  /** Why it is rejected; null if it is valid. */
  readonly fault: Found<QualityReason | null>;
  /** What witnesses said of that day, as far as it mattered. */
  readonly evidence: Found<readonly Evidence[]>;
  /** What is said of the newest day alone; undefined for any other. */
  readonly validation: Found<PublishedValidation> | undefined;
}

/** Where the source's numbers stand in the archive's file of a year. */
export interface ArchiveColumns {
  readonly path: string;
  /** The number of each currency's column, from 1 on; without those that the file has no column of. */
  readonly columns: readonly number[];
  /** The SHA-256 of the file as it was read; undefined where the browser works none out. */
  readonly sha256: string | undefined;
}

/** What the whole site says, whatever the rate. */
export interface Site {
  readonly archive: PublishedArchive;
  readonly day: PublishedDay;
}

export interface Sources {
  readonly readText: ReadText;
  /** Undefined where the browser works none out. */
  readonly sha256: Sha256 | undefined;
  /** A pair's rates from one day to another, as the API has them. */
  readonly loadRates: (from: string, to: string, first: string, last: string) => Promise<DailyRates>;
}

/** There can be no receipt. The message is a sentence that says what to do. */
export class NoReceiptError extends Error {
  override readonly name = 'NoReceiptError';
  /** What the API answers with instead. */
  readonly inItsPlace: DatedRate | undefined;

  constructor(message: string, inItsPlace?: DatedRate) {
    super(message);
    this.inItsPlace = inItsPlace;
  }
}

/**
 * Puts together what the site's files say of a rate.
 *
 * @throws {NoReceiptError} where there is nothing to tell of
 * @throws {FileProblem} where the file cannot be used without which nothing can be told
 */
export async function findReceipt(query: ReceiptQuery, site: Site, sources: Sources): Promise<RateReceipt> {
  const { readText, sha256 } = sources;
  const { archive, day } = site;
  const { from, to } = query;
  const date = query.date === '' ? archive.last : query.date;
  assertKnown([from, to], site);
  if (!isDate(date))
    throw new NoReceiptError(`${quote(date, 20)} isn’t a valid date. Write YYYY-MM-DD, such as ${archive.last}.`);
  const nothing = async (reason: string) => new NoReceiptError(reason, await rateInPlace(query, date, site, sources));
  const reason = whyNotArchived(date, archive);
  if (reason !== undefined) throw await nothing(reason);
  const codes = [...new Set([from, to])].filter((code) => code !== 'USD');
  // Two publishes may be met in the middle: then it is no longer the newest.
  const isNewest = date === archive.last && date === day.asOf;

  const year = date.slice(0, 4);
  const path = paths.archiveYear(year);
  const [table, valid, faults, evidence, validation, log] = await Promise.all([
    readFile(readText, path, MAX_YEAR_CHARACTERS, (text) => ({ text, days: parseYearFile(path, year, text) })),
    readDocument(readText, paths.datedRates(date), (document) => parsePastDay(date, document)),
    readFile(readText, paths.archiveFaults, MAX_TABLE_CHARACTERS, parseFaultsFile),
    readFile(readText, paths.archiveEvidence, MAX_TABLE_CHARACTERS, (text) =>
      parseEvidenceFile(paths.archiveEvidence, text),
    ),
    isNewest ? readDocument(readText, paths.status, (document) => validationOf(date, document)) : undefined,
    readPublishLog(archive.receipts, date, sources),
  ]);
  if ('problem' in table) throw table.problem;
  const archived = table.value.days.find((other) => other.date === date);
  if (!archived && date === archive.last) throw FileProblem.unreachable(path, 'the site has just been published');
  if (!archived) throw await nothing(`This site has not archived ${date}.`);

  const sumOfTable = await sha256?.(table.value.text);
  const published = (code: string): Found<number | null> => {
    if (isNewest) return { value: day.currencies.get(code)?.perUsd ?? null };
    return mapFound(valid, ({ rates }) => rates.get(code) ?? null);
  };
  const perUsd = (code: string) => (code === 'USD' ? 1 : (valueOf(published(code)) ?? NaN));
  const [ofFrom, ofTo] = [perUsd(from), perUsd(to)];
  const isPast = (code: string) => code === 'USD' || valueOf(valid)?.rates.has(code);
  const rate = Number.isNaN(ofFrom * ofTo) ? undefined : crossRate(ofFrom, ofTo);
  return {
    from,
    to,
    date,
    isNewest,
    rate,
    asOf: isNewest ? dateOfRates({ date, held: day.held }, from, [to]) : date,
    rateProblem: isNewest || !('problem' in valid) ? undefined : valid.problem,
    newest: archive.last,
    // From the newest day on, the API has what is published today.
    inItsPlace:
      (!isNewest || rate === undefined) && [from, to].map(isPast).includes(false)
        ? await rateInPlace(query, date, site, sources)
        : undefined,
    sides: codes.map((code) => ({
      code,
      sourceValue: archived.rates.get(code) ?? null,
      published: published(code),
      publishedIn: isNewest ? paths.referenceRates : paths.datedRates(date),
      isPast: isPast(code),
      fault: mapFound(faults, (all) => all.find((fault) => fault.date === date && fault.code === code)?.reason ?? null),
      evidence: mapFound(evidence, (all) => all.filter((word) => word.date === date && word.code === code)),
      validation,
    })),
    states: log.states,
    chain: log.chain,
    archive: { path, columns: columnsOf(table.value.text, codes), sha256: sumOfTable },
    vouching:
      sha256 && sumOfTable !== undefined ? vouch(`${sumOfTable}  ${path}\n`, log.last, readText, sha256) : undefined,
  };
}

/**
 * @param line of `SHA256SUMS`, as it has to be for the archive's file
 * @param last the last receipt
 */
async function vouch(
  line: string,
  last: ReceiptLink | undefined,
  readText: ReadText,
  sha256: Sha256,
): Promise<Found<Vouching>> {
  const checksums = await readFile(readText, proofPaths.checksums, MAX_CHECKSUMS_BYTES, (text) => text);
  if ('problem' in checksums) return checksums;
  const text = checksums.value;
  const lists = (line: string) => text.startsWith(line) || text.includes(`\n${line}`);
  return {
    value: {
      isListed: lists(line),
      isReceiptListed: last !== undefined && lists(`${await sha256(newestOf(last))}  ${proofPaths.newestReceipt}\n`),
      isNamed: (await sha256(text)) === last?.sha256sums,
    },
  };
}

/** @throws {NoReceiptError} */
function assertKnown(codes: readonly string[], { archive, day }: Site): void {
  for (const code of codes) {
    if (CODE.test(code) && (archive.codes.has(code) || day.currencies.has(code))) continue;
    throw new NoReceiptError(
      `This site never had a rate of ${quote(code, 20)}. Give a currency by its code, such as EUR: /${paths.currencyList} lists them.`,
    );
  }
}

/** Why the archive can’t have a day; undefined if it can. */
function whyNotArchived(date: string, { first, last, gaps }: PublishedArchive): string | undefined {
  const advice = `Choose a day from ${first} to ${last}.`;
  if (date < first) return `The archive begins on ${first}. ${advice}`;
  if (date > last) return `The newest dataset is of ${last}. ${advice}`;
  return gaps.has(date) ? `The source never had a dataset of ${date}.` : undefined;
}

/** What the API returns for a day without a rate of both: today’s rate, or the last one up to a week before. */
async function rateInPlace(
  { from, to }: ReceiptQuery,
  date: string,
  { archive: { first, last }, day }: Site,
  { loadRates }: Sources,
): Promise<DatedRate | undefined> {
  // Out of the API's reach.
  if (date < first || (date > last && date > latestDay(day.checkedAt))) return undefined;
  const weekBefore = dateOfDay(dayNumber(date) - MAX_DAYS_BACK);
  const [ofFrom, ofTo] = [from, to].map((code) => day.currencies.get(code)?.perUsd);
  const isToday = date >= day.asOf && weekBefore <= day.asOf;
  if (isToday && ofFrom !== undefined && ofTo !== undefined) return { date: day.asOf, rate: crossRate(ofFrom, ofTo) };
  try {
    return withDates(await loadRates(from, to, weekBefore, date)).at(-1);
  } catch {
    // It is a hint, no part of the receipt.
    return undefined;
  }
}

/** @throws {FileError, FileProblem} */
function validationOf(date: string, document: unknown): PublishedValidation {
  const validation = parseValidation(document);
  if (validation.asOf === date) return validation;
  throw FileProblem.unreachable(paths.status, `it is of ${validation.asOf}: the site has just been published`);
}

function columnsOf(table: string, codes: readonly string[]): number[] {
  const header = table.slice(0, table.indexOf('\n')).split(',');
  return codes.flatMap((code) => (header.includes(code) ? [header.indexOf(code) + 1] : []));
}
