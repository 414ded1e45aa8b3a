import type { Status } from '../documents/status.ts';
import { ApiError } from '../error.ts';
import { paths } from '../paths.ts';
import { pastDayFile, rejectedValuesFile, statusFile } from '../published/market-files.ts';
import { allOf } from '../read/all-of.ts';
import type { SourceDays } from '../published/source-files.ts';
import { isArchived, marketDays } from '../read/market-days.ts';
import type { PublishedSite } from '../read/site.ts';
import { type Source, sourceOn } from '../../archive/source.ts';
import { dayNumber } from '../../rates/calendar.ts';
import { market } from '../../sources/banks/market.ts';
import { currencyOf } from '../../currencies/sub-units.ts';
import type { RejectedValue } from '../../validation/validate-archive.ts';
import { apiAnswer, NoReceiptError } from './api-answer.ts';
import type { PairAnswer, RequestedPair } from '../read/pair-answer.ts';
import { FileProblem, type Found, foundIn, mapFound, valueOf, valueOrThrow } from './file-problem.ts';

/** Where one rate on one day comes from, according to the site's files. The page's check compares them with the archive. */
export interface RateReceipt {
  readonly from: string;
  readonly to: string;
  readonly date: string;
  readonly isNewest: boolean;
  /** The source of the dataset of `date`. */
  readonly source: Source;
  /** The API's rate; undefined if `date` has no rate or it couldn't be read. */
  readonly rate: PairAnswer | undefined;
  /** Why a file with the rate couldn't be read; undefined if it was read. */
  readonly rateProblem: FileProblem | undefined;
  /** What the API returns if `date` has no rate: the last earlier rate, or an error. Undefined if `date` has a rate. */
  readonly inItsPlace: PairAnswer | ApiError | undefined;
  /** The pair's currencies except USD, because all rates are per 1 USD. */
  readonly sides: readonly CurrencyReceipt[];
}

/** The data about one currency's rate, in units per 1 USD. */
export interface CurrencyReceipt {
  readonly code: string;
  /** The source value, as far as it's known without the archive file. */
  readonly sourceValue: SourceValue;
  /** The published rate; null if the site has no rate of the currency for the day. */
  readonly published: Found<number | null>;
  readonly publishedIn: string;
  /** Whether the day's document of past rates has this currency; undefined if that document can't be read. */
  readonly isPast: boolean | undefined;
  /** The source value if it's rejected in retrospect, otherwise null. Undefined for the newest day, or if it wasn't read. */
  readonly rejected: Found<RejectedValue | null> | undefined;
  /** The validation of the newest day; undefined for other days. */
  readonly validation: Found<Status> | undefined;
}

/** A source value and the path of the file that says it. The value is null if the source had no rate. */
export type SourceValue = Found<{ readonly value: number | null; readonly path: string }> | undefined;

/**
 * Collects the data about a market rate from the site's files.
 *
 * @param readsRejected whether the list of rejected values is read if it may have a value of the pair
 * @throws {NoReceiptError} if the archive doesn't have the day
 * @throws {FileProblem} if the list of archived days can't be used
 */
export async function findReceipt(
  request: RequestedPair,
  site: PublishedSite,
  readsRejected: boolean,
): Promise<RateReceipt> {
  const { day } = site;
  const { from, to, date = day.rate_as_of } = request;
  const days = await marketDays(site);
  const answer = await foundIn(apiAnswer(request, site));
  const given = valueOf(answer);
  const isUnsupported = given instanceof ApiError && given.code === 'unsupported_currency';
  if (isUnsupported || !isArchived(date, days)) {
    const found = valueOrThrow(answer);
    const reason = isUnsupported ? undefined : whyLacking(date, days, found);
    throw new NoReceiptError(found, reason);
  }

  const isNewest = date === day.rate_as_of;
  const codes = [...new Set([from, to].map(currencyOf))].filter((code) => code !== 'USD');
  const [past, validation] = await allOf([
    foundIn(site.read(pastDayFile(date))),
    isNewest ? validationOf(date, site) : undefined,
  ]);
  const published = (code: string): Found<number | null> =>
    mapFound(isNewest ? { value: day.today } : past, ({ rates }) => rates.get(code) ?? null);
  const mayBeRejected = !isNewest && codes.some((code) => valueOf(published(code)) == null);
  const rejected =
    mayBeRejected && readsRejected ? rejectedOn(date, await foundIn(site.read(rejectedValuesFile()))) : undefined;
  const isOfDay = given !== undefined && !(given instanceof ApiError) && given.day.date === date;
  return {
    from,
    to,
    date,
    isNewest,
    source: sourceOn(days.providers, date),
    rate: isOfDay ? given : undefined,
    rateProblem: 'problem' in answer ? answer.problem : undefined,
    inItsPlace: isOfDay ? undefined : given,
    sides: codes.map((code) => {
      const side = {
        code,
        published: published(code),
        publishedIn: isNewest ? paths.referenceRates : paths.ratesOnDate(date),
        isPast: valueOf(past)?.rates.has(code),
        rejected:
          isNewest || valueOf(published(code)) == null ? rejected && rejectedOf(code, rejected) : { value: null },
        validation,
      };
      return { ...side, sourceValue: sourceValueOf(side) };
    }),
  };
}

/** Why the archive lacks a day. Undefined if it has the day, or if the API's error says why it can't. */
function whyLacking(
  date: string,
  { first, last, tables }: SourceDays,
  answer: PairAnswer | ApiError,
): string | undefined {
  if (date > first && date <= last) {
    return tables.get(market.tables[0].key)?.has(dayNumber(date))
      ? `This site’s archive doesn’t have the dataset of ${date} yet.`
      : `The source never published a dataset for ${date}.`;
  }
  return date > last && !(answer instanceof ApiError) ? `The newest dataset is from ${last}.` : undefined;
}

/** The rejected values of a day among those of all days. */
export function rejectedOn(date: string, all: Found<readonly RejectedValue[]>): Found<readonly RejectedValue[]> {
  return mapFound(all, (values) => values.filter((value) => value.date === date));
}

/** A currency's rejected value among those of a day; null if there is none. */
export function rejectedOf(code: string, found: Found<readonly RejectedValue[]>): Found<RejectedValue | null> {
  return mapFound(found, (values) => values.find((value) => value.code === code) ?? null);
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
}: Omit<CurrencyReceipt, 'sourceValue'>): SourceValue {
  if (validation) {
    if ('problem' in validation) return validation;
    const doubted = validation.value.currencies.find((currency) => currency.code === code);
    if (doubted) return { value: { value: doubted.source_value, path: paths.status } };
  } else if (valueOf(published) == null) {
    if (rejected === undefined || 'problem' in rejected) return rejected;
    if (rejected.value) return { value: { value: rejected.value.value, path: paths.archiveRejected } };
  }
  return mapFound(published, (value) => ({ value, path }));
}

/** The validation of the newest day. */
async function validationOf(date: string, site: PublishedSite): Promise<Found<Status>> {
  const found = await foundIn(site.read(statusFile()));
  if ('problem' in found || found.value.rate_as_of === date) return found;
  const reason = `its date is ${found.value.rate_as_of}, because a new version of the site has just been published`;
  return { problem: FileProblem.unreachable(paths.status, reason) };
}
