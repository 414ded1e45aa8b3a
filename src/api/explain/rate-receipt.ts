import type { Status } from '../documents/status.ts';
import { ApiError } from '../error.ts';
import { paths } from '../paths.ts';
import { rejectedValuesFile, statusFile } from '../query/market-files.ts';
import { allOf } from '../query/all-of.ts';
import type { SourceDays } from '../query/source-files.ts';
import { conversionError } from '../endpoints/convert-on-date.ts';
import { isLack } from '../query/lack.ts';
import { isArchived, marketDays, pastDay, publishedIn } from '../query/market-days.ts';
import { answerPair, type PairAnswer, type RequestedPair } from '../query/pair-answer.ts';
import type { PublishedSite } from '../query/site.ts';
import { type Provider, providerOn } from '../../sources/provider.ts';
import { type IsoDate, dayNumber } from '../../money/calendar.ts';
import type { PastDay } from '../../money/past-rates.ts';
import { present } from '../../text/present.ts';
import { market } from '../../sources/market.ts';
import { currencyOf } from '../../money/currencies/sub-units.ts';
import { FileError } from '../../text/site-problem.ts';
import type { RejectedValue } from '../../validation/validate-archive.ts';
import { LoadError, orFileError } from './unreadable.ts';

/** Where one rate on one day comes from, according to the site's files. The page's check compares them with the archive. */
export interface RateReceipt {
  readonly from: string;
  readonly to: string;
  readonly date: IsoDate;
  readonly isNewest: boolean;
  /** The source of the dataset of `date`. */
  readonly provider: Provider;
  /** The API's rate; undefined if `date` has no rate or it can't be read. */
  readonly rate: PairAnswer | undefined;
  /**
   * What there is instead of a rate: the last earlier rate or the error that the API returns, or why a file can't be
   * read. Undefined if `date` has a rate.
   */
  readonly inItsPlace: PairAnswer | ApiError | FileError | undefined;
  /** The pair's currencies except USD, because all rates are per 1 USD. */
  readonly sides: readonly CurrencyReceipt[];
}

/** The data about one currency's rate, in units per 1 USD. A `FileError` says why the data can't be read. */
export interface CurrencyReceipt {
  readonly code: string;
  /** The source value; undefined if only the archive file has it. */
  readonly sourceValue: StatedValue | FileError | undefined;
  /** The published rate; null if the site has no rate of the currency for the day. */
  readonly published: number | null | FileError;
  readonly publishedIn: string;
  /** Whether the day's document of past rates has this currency. */
  readonly isPast: boolean | FileError;
  /** The source value if it's rejected in retrospect, otherwise null. Undefined for the newest day, or if it wasn't read. */
  readonly rejected: RejectedValue | null | FileError | undefined;
  /** The validation of the newest day; undefined for other days. */
  readonly validation: Status | FileError | undefined;
}

/** A source value and the path of the file that says it. The value is null if the source had no rate. */
interface StatedValue {
  readonly value: number | null;
  readonly path: string;
}

/** A receipt isn't possible, because the archive doesn't have the day. */
export class NotArchivedError extends Error {
  override readonly name = 'NotArchivedError';
  /** What the API returns for the request. */
  readonly answer: PairAnswer | ApiError;
  /** Why the archive doesn't have the day, in a sentence. */
  readonly reason: string;

  constructor(answer: PairAnswer | ApiError, reason: string) {
    super(reason);
    this.answer = answer;
    this.reason = reason;
  }
}

/**
 * Collects the data about a market rate from the site's files.
 *
 * @param readsRejected whether the list of rejected values is read if it may have a value of the pair
 * @throws {ApiError} if the API's error says why there is no rate
 * @throws {NotArchivedError}
 * @throws {FileError} if the list of archived days can't be read
 */
export async function findReceipt(
  request: RequestedPair,
  site: PublishedSite,
  readsRejected: boolean,
): Promise<RateReceipt> {
  const { from, to, date = site.day.rate_as_of } = request;
  const days = await marketDays(site);
  const answer = await answerOf(request, site);
  const isUnsupported = answer instanceof ApiError && answer.code === 'unsupported_currency';
  if (isUnsupported || !isArchived(date, days)) throw whyLacking(date, days, answer);

  const isNewest = date === site.day.rate_as_of;
  const codes = [...new Set([from, to].map(currencyOf))].filter((code) => code !== 'USD');
  const [past, validation] = await allOf([
    orFileError(archivedDay(date, codes, site)),
    isNewest ? orFileError(validationOf(date, site)) : undefined,
  ]);
  const day = isNewest ? site.day.today : past;
  const sides = codes.map((code) => ({
    code,
    published: day instanceof FileError ? day : (day.rates.get(code) ?? null),
    publishedIn: publishedIn(code, date, site),
    isPast: past instanceof FileError ? past : past.rates.has(code),
    validation,
  }));
  const mayBeRejected = !isNewest && sides.some(({ published }) => typeof published !== 'number');
  const listed = mayBeRejected && readsRejected ? await orFileError(site.read(rejectedValuesFile())) : undefined;
  const isOfDay = !(answer instanceof Error) && answer.day.date === date;
  return {
    ...{ from, to, date, isNewest, provider: providerOn(days.providers, date) },
    rate: isOfDay ? answer : undefined,
    inItsPlace: isOfDay ? undefined : answer,
    sides: sides.map((side) => {
      const isValid = !isNewest && typeof side.published === 'number';
      const rejected = isValid ? null : listed && rejectedOf(side.code, date, listed);
      return { ...side, rejected, sourceValue: sourceValueOf({ ...side, rejected }) };
    }),
  };
}

/** A day that is archived. */
async function archivedDay(date: IsoDate, codes: readonly string[], site: PublishedSite): Promise<PastDay> {
  return present(await pastDay(date, site, codes), `day ${date}`);
}

/** What `/api/v1/convert` returns for a request, or why a file with the rate can't be read. */
async function answerOf(request: RequestedPair, site: PublishedSite): Promise<PairAnswer | ApiError | FileError> {
  const answer = await orFileError(answerPair(request, site));
  return !(answer instanceof FileError) && isLack(answer) ? conversionError(answer, request, site) : answer;
}

/** Why a receipt isn't possible for a pair and day: the API's error, unless more is known about the archive. */
function whyLacking(
  date: IsoDate,
  { first, last, tables }: SourceDays,
  answer: PairAnswer | ApiError | FileError,
): ApiError | NotArchivedError | FileError {
  if (answer instanceof FileError) return answer;
  const isError = answer instanceof ApiError;
  if (isError && answer.code === 'unsupported_currency') return answer;
  if (date > first && date <= last) {
    const isWaiting = tables.get(market.tables[0].key)?.has(dayNumber(date));
    const reason = isWaiting
      ? `This site’s archive doesn’t have the dataset of ${date} yet.`
      : `The source never published a dataset for ${date}.`;
    return new NotArchivedError(answer, reason);
  }
  return isError ? answer : new NotArchivedError(answer, `The newest dataset is from ${last}.`);
}

/** A currency's rejected value of a day among all rejected values; null if there is none. */
export function rejectedOf(
  code: string,
  date: IsoDate,
  listed: readonly RejectedValue[] | FileError,
): RejectedValue | null | FileError {
  if (listed instanceof FileError) return listed;
  return listed.find((value) => value.code === code && value.date === date) ?? null;
}

/**
 * The source value according to the documents about the day. A valid value is published unchanged. The lists of
 * rejected values and of currencies in doubt have the other values.
 */
function sourceValueOf({
  code,
  published,
  publishedIn: path,
  rejected,
  validation,
}: Omit<CurrencyReceipt, 'sourceValue'>): CurrencyReceipt['sourceValue'] {
  if (validation) {
    if (validation instanceof FileError) return validation;
    const doubted = validation.currencies.find((currency) => currency.code === code);
    if (doubted) return { value: doubted.source_value, path: paths.status };
  } else if (typeof published !== 'number') {
    if (rejected === undefined || rejected instanceof FileError) return rejected;
    if (rejected) return { value: rejected.value, path: paths.archiveRejected };
  }
  return published instanceof FileError ? published : { value: published, path };
}

/** The validation of the newest day. @throws {FileError} */
async function validationOf(date: IsoDate, site: PublishedSite): Promise<Status> {
  const status = await site.read(statusFile());
  if (status.rate_as_of === date) return status;
  const reason = `its date is ${status.rate_as_of}, because a new version of the site has just been published`;
  throw LoadError.unreachable(paths.status, reason);
}
