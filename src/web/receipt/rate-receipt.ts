import type { Evidence } from '../../archive/evidence.ts';
import { parseEvidenceFile } from '../../archive/evidence-file.ts';
import { parseYearFile } from '../../archive/year-file.ts';
import { CODE } from '../../currencies/code.ts';
import { parseRejectedFile } from '../../api/archive/rejected-file.ts';
import { paths, proofPaths } from '../../api/paths.ts';
import type { ArchiveIndex } from '../../api/documents/archive-index.ts';
import type { Status } from '../../api/documents/status.ts';
import { pastDayFile, type PublishedDay, statusFile } from '../../api/published/market-files.ts';
import { type LogLine, newestOf } from '../../api/published/publish-log.ts';
import { dateOfDay, dayNumber, isDate } from '../../rates/calendar.ts';
import { dateOfRates } from '../../validation/snapshot/held-dates.ts';
import { crossRate } from '../../rates/cross-rate.ts';
import { outsideCoverage } from '../../rates/coverage.ts';
import { type DailyRates, type DatedRate, MAX_DAYS_BACK, withDates } from '../../rates/past-rates.ts';
import type { QualityReason } from '../../validation/snapshot/quality.ts';
import { noChanges, type Source, sourceOn } from '../../archive/source.ts';
import { quoted } from '../../text/quote.ts';
import { findOfficial, type OfficialReceipt } from './official-receipt.ts';
import type { ReceiptQuery } from './receipt-query.ts';
import { FileProblem, type Found, mapFound, readFile, type ReadText, valueOf } from '../shared/site-text.ts';
import { type Chain, readPublishLog, type Sha256, type PublishedVersion } from './published-versions.ts';

/** Where one rate on one day comes from, according to the site's files. */
export interface RateReceipt {
  readonly from: string;
  readonly to: string;
  readonly date: string;
  readonly isNewest: boolean;
  /** The source of the dataset of `date`. */
  readonly source: Source;
  /** Units of `to` per 1 unit of `from`, as in the API; undefined if `date` has no rate or it couldn't be read. */
  readonly rate: number | undefined;
  /** The rate's date in the API: `date`, or an earlier day if a currency of the pair is held. */
  readonly asOf: string;
  /** Why the file with the rate couldn't be read; undefined if it was read. */
  readonly rateProblem: FileProblem | undefined;
  /** The day of the site's newest dataset. */
  readonly newest: string;
  /** The earlier rate that the API returns if `date` has no rate; undefined if it returns no earlier rate. */
  readonly inItsPlace: DatedRate | undefined;
  /** The European Central Bank's rate for `date`; undefined if the bank has no rate of the pair. */
  readonly official: Found<OfficialReceipt | undefined>;
  /** The pair's currencies except USD, because all rates are per 1 USD. */
  readonly sides: readonly CurrencyReceipt[];
  /** The published versions that used the dataset of `date`. */
  readonly versions: Found<readonly PublishedVersion[]>;
  readonly chain: Found<Chain>;
  /** The archive file with the source values of the year of `date`. */
  readonly archive: ArchiveColumns;
  /** Whether the site's checksums match the archive file; undefined if the browser can't compute hashes. */
  readonly vouching: Promise<Found<Vouching>> | undefined;
}

/** Whether `SHA256SUMS`, the archive file and the newest line of the publish log match each other. */
export interface Vouching {
  /** Whether `SHA256SUMS` has the archive file's hash. */
  readonly isListed: boolean;
  /** Whether `SHA256SUMS` has the hash of `receipts/newest.json`, computed from the newest line of the publish log. */
  readonly isReceiptListed: boolean;
  /** Whether the newest line of the publish log has the hash of `SHA256SUMS`. */
  readonly isNamed: boolean;
}

/** The data about one currency's rate, in units per 1 USD. */
export interface CurrencyReceipt {
  readonly code: string;
  /** The source value; null if the source had no rate of the currency. */
  readonly sourceValue: number | null;
  /** The published rate; null if the site has no rate of the currency for the day. */
  readonly published: Found<number | null>;
  readonly publishedIn: string;
  /** Whether the day's document of past rates has this currency; undefined if that document can't be read. */
  readonly isPast: boolean | undefined;
  /** Why the source value is rejected in retrospect; null if it's valid. */
  readonly rejection: Found<QualityReason | null>;
  /** The stored comparisons of the day's source value with witnesses. */
  readonly evidence: Found<readonly Evidence[]>;
  /** The validation of the newest day; undefined for other days. */
  readonly validation: Found<Status> | undefined;
}

/** Where the archive file of a year has the source values of the pair's currencies. */
export interface ArchiveColumns {
  readonly path: string;
  /** The number of each currency's column, starting at 1. Currencies that aren't in the file are omitted. */
  readonly columns: readonly number[];
  /** The SHA-256 of the file; undefined if the browser can't compute hashes. */
  readonly sha256: string | undefined;
}

/** The site's data that every receipt needs. */
export interface ReceiptSite {
  readonly archive: ArchiveIndex;
  readonly day: PublishedDay;
}

export interface Sources {
  readonly readText: ReadText;
  /** Undefined if the browser can't compute hashes. */
  readonly sha256: Sha256 | undefined;
  /** Loads a pair's rates in a range of days, as in the API. */
  readonly loadRates: (from: string, to: string, first: string, last: string) => Promise<DailyRates>;
  readonly now: string;
}

/** A receipt isn't possible. The message says why and what to do. */
export class NoReceiptError extends Error {
  override readonly name = 'NoReceiptError';
  /** The rate that the API returns for the requested day instead; undefined if it returns no rate. */
  readonly inItsPlace: DatedRate | undefined;
  /** The European Central Bank's rate for the requested day; undefined if there is none or it couldn't be read. */
  readonly official: OfficialReceipt | undefined;

  constructor(message: string, inItsPlace?: DatedRate, official?: OfficialReceipt) {
    super(message);
    this.inItsPlace = inItsPlace;
    this.official = official;
  }
}

/**
 * Collects the data about a rate from the site's files.
 *
 * @throws {NoReceiptError} if the query is invalid or the archive doesn't have the day
 * @throws {FileProblem} if the archive file of the year can't be used
 */
export async function findReceipt(query: ReceiptQuery, site: ReceiptSite, sources: Sources): Promise<RateReceipt> {
  const { readText, sha256 } = sources;
  const { archive, day } = site;
  const { from, to } = query;
  const date = query.date === '' ? archive.last : query.date;
  assertKnown([from, to], site);
  if (!isDate(date))
    throw new NoReceiptError(`${quoted(date, 20)} isn’t a valid date. Write YYYY-MM-DD, such as ${archive.last}.`);
  const finding = findOfficial(query, date, readText);
  const nothing = async (reason: string) =>
    new NoReceiptError(reason, await rateInPlace(query, date, site, sources), valueOf(await finding));
  const reason = whyNotArchived(date, archive);
  if (reason !== undefined) throw await nothing(reason);
  const codes = [...new Set([from, to])].filter((code) => code !== 'USD');
  // A new version may be published between two requests. If so, the files disagree about the newest day.
  const isNewest = date === archive.last && date === day.asOf;

  const year = date.slice(0, 4);
  const path = paths.archiveYear(year);
  const [table, valid, rejected, evidence, validation, log, official] = await Promise.all([
    readFile(readText, { path, parse: (text) => ({ text, days: parseYearFile(path, year, text) }) }),
    readFile(readText, pastDayFile(date)),
    readFile(readText, { path: paths.archiveRejected, parse: parseRejectedFile }),
    readFile(readText, {
      path: paths.archiveEvidence,
      parse: (text) => parseEvidenceFile(paths.archiveEvidence, text),
    }),
    isNewest ? validationOf(date, readText) : undefined,
    readPublishLog(
      archive.publish_log.map(({ year }) => year),
      date,
      sources,
    ),
    finding,
  ]);
  if ('problem' in table) throw table.problem;
  const archived = table.value.days.find((other) => other.date === date);
  if (!archived && date === archive.last)
    throw FileProblem.unreachable(path, 'a new version of the site has just been published');
  if (!archived) throw await nothing(`This site’s archive has no rates of ${date}.`);

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
    source: sourceOn(archive.sources ?? noChanges, date),
    rate,
    asOf: isNewest ? dateOfRates({ date, held: day.today.held }, from, [to]) : date,
    rateProblem: isNewest || !('problem' in valid) ? undefined : valid.problem,
    newest: archive.last,
    // For the newest day, the API returns today's rate of the pair, if the pair has a rate today. Then no earlier rate
    // is needed, even if a currency is missing from the day's document of past rates.
    inItsPlace:
      (!isNewest || rate === undefined) && [from, to].map(isPast).includes(false)
        ? await rateInPlace(query, date, site, sources)
        : undefined,
    official,
    sides: codes.map((code) => ({
      code,
      sourceValue: archived.rates.get(code) ?? null,
      published: published(code),
      publishedIn: isNewest ? paths.referenceRates : paths.ratesOnDate(date),
      isPast: isPast(code),
      rejection: mapFound(
        rejected,
        (all) => all.find((each) => each.date === date && each.code === code)?.reason ?? null,
      ),
      evidence: mapFound(evidence, (all) => all.filter((each) => each.date === date && each.code === code)),
      validation,
    })),
    versions: log.versions,
    chain: log.chain,
    archive: { path, columns: columnNumbers(table.value.text, codes), sha256: sumOfTable },
    vouching:
      sha256 && sumOfTable !== undefined ? vouch(`${sumOfTable}  ${path}\n`, log.last, readText, sha256) : undefined,
  };
}

/**
 * @param line the expected line of `SHA256SUMS` for the archive file
 * @param last the newest line of the publish log
 */
async function vouch(
  line: string,
  last: LogLine | undefined,
  readText: ReadText,
  sha256: Sha256,
): Promise<Found<Vouching>> {
  const checksums = await readFile(readText, { path: proofPaths.checksums, parse: (text) => text });
  if ('problem' in checksums) return checksums;
  const text = checksums.value;
  const lists = (line: string) => text.startsWith(line) || text.includes(`\n${line}`);
  return {
    value: {
      isListed: lists(line),
      isReceiptListed: last !== undefined && lists(`${await sha256(newestOf(last))}  ${proofPaths.newestEntry}\n`),
      isNamed: (await sha256(text)) === last?.sha256sums,
    },
  };
}

/** @throws {NoReceiptError} if the site has never had a rate of one of the currencies */
function assertKnown(codes: readonly string[], { archive, day }: ReceiptSite): void {
  for (const code of codes) {
    if (CODE.test(code) && (archive.codes.includes(code) || day.currencies.has(code))) continue;
    throw new NoReceiptError(
      `This site has no rates for ${quoted(code, 20)}. Use a currency code from /${paths.currencyList}, such as EUR.`,
    );
  }
}

/** Why the archive can't have rates of a day; undefined if it can. */
function whyNotArchived(date: string, { first, last, gaps }: ArchiveIndex): string | undefined {
  const advice = `Choose a day from ${first} to ${last}.`;
  if (date < first) return `The archive begins on ${first}. ${advice}`;
  if (date > last) return `The newest dataset is from ${last}. ${advice}`;
  return gaps.includes(date) ? `The source never published a dataset for ${date}.` : undefined;
}

/**
 * The rate that the API returns for a day on which one of the currencies has no rate: the pair's last rate in the week
 * up to that day, which can be today's rate. Undefined if that week has no rate of the pair, or loading failed.
 */
async function rateInPlace(
  { from, to }: ReceiptQuery,
  date: string,
  { archive, day }: ReceiptSite,
  { loadRates, now }: Sources,
): Promise<DatedRate | undefined> {
  if (outsideCoverage(date, archive, now)) return undefined;
  const weekBefore = dateOfDay(dayNumber(date) - MAX_DAYS_BACK);
  const [ofFrom, ofTo] = [from, to].map((code) => day.currencies.get(code)?.perUsd);
  const isToday = date >= day.asOf && weekBefore <= day.asOf;
  if (isToday && ofFrom !== undefined && ofTo !== undefined) return { date: day.asOf, rate: crossRate(ofFrom, ofTo) };
  try {
    return withDates(await loadRates(from, to, weekBefore, date)).at(-1);
  } catch {
    // This rate is only a hint, so the receipt is shown without it.
    return undefined;
  }
}

/** The validation of the newest day. */
async function validationOf(date: string, readText: ReadText): Promise<Found<Status>> {
  const found = await readFile(readText, statusFile());
  if ('problem' in found || found.value.rate_as_of === date) return found;
  const reason = `its date is ${found.value.rate_as_of}, because a new version of the site has just been published`;
  return { problem: FileProblem.unreachable(paths.status, reason) };
}

function columnNumbers(table: string, codes: readonly string[]): number[] {
  const header = table.slice(0, table.indexOf('\n')).split(',');
  return codes.flatMap((code) => (header.includes(code) ? [header.indexOf(code) + 1] : []));
}
