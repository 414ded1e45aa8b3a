import { currencyOf, subUnits, unitOf } from '../currencies/sub-units.ts';
import { redenominations, retiredCurrencies, successorInWords } from '../currencies/facts.ts';
import { MAX_AMOUNT_CHARACTERS } from '../rates/amount.ts';
import { dateOfDay, dayNumber, isInSpan } from '../rates/calendar.ts';
import { type Step, steps } from '../rates/interval.ts';
import { MAX_DAYS_BACK, values } from '../rates/past-rates.ts';
import { syntheticPeriods } from '../rates/period.ts';
import type { ErrorCode } from './error.schema.ts';
import type { Bank } from '../sources/banks/bank.ts';
import { banks } from '../sources/banks/banks.ts';
import { addresses } from './paths.ts';
import { requestAddress } from './request-address.ts';
import type { Coverage, OutsideCoverage } from '../rates/coverage.ts';
import { capitalized } from '../text/capitalized.ts';
import { quoted } from '../text/quote.ts';

/**
 * An error response. Users read the message as it is.
 *
 * @typeParam Code the error's possible codes, by default the codes of `/api/v1`
 */
export class ApiError<Code extends string = ErrorCode> extends Error {
  override readonly name = 'ApiError';
  /** Errors with status 200, 403 or 422 are returned only by endpoints in other APIs' formats. */
  readonly status: 200 | 400 | 403 | 404 | 405 | 422 | 500;
  readonly code: Code;

  constructor(status: ApiError['status'], code: NoInfer<Code>, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Maximum length of a user's text that a message quotes, in characters. */
const QUOTED = 40;

/** Maximum number of a request's parameters that a message names. */
const NAMED = 5;

/** Maximum length of a URL, in characters. It limits the time for reading the URL and quoting it in a response. */
export const MAX_ADDRESS_CHARACTERS = 2000;

/** An invalid request. */
const wrong = (code: ErrorCode, message: string) => new ApiError(400, code, message);

export const addressTooLong = () =>
  wrong('url_too_long', `The URL is too long. Use at most ${MAX_ADDRESS_CHARACTERS} characters`);

/**
 * Required parameters that are missing or empty.
 *
 * @param example the request with these parameters
 */
export const missingParameters = (names: readonly string[], example: string) =>
  wrong(
    'missing_parameter',
    `Missing required ${names.length === 1 ? 'parameter' : 'parameters'}: ${names.join(', ')}. Example: ${example}`,
  );

/**
 * Parameters that the endpoint doesn't take.
 *
 * @param advice what to do instead
 */
export function unsupportedParameters(names: readonly string[], advice: string) {
  const named = names.slice(0, NAMED).map((name) => quoted(name, QUOTED));
  const others = names.length > NAMED ? ' and others' : '';
  return wrong(
    'unsupported_parameter',
    `Unsupported ${names.length === 1 ? 'parameter' : 'parameters'}: ${named.join(', ')}${others}. ${advice}`,
  );
}

/**
 * For a retired currency, the message names its successor, and for a sub-unit its currency.
 *
 * @param list the path of the list of currencies that has the endpoint's currencies
 */
export const unsupportedCurrency = (codes: readonly string[], list: CurrencyListPath = addresses.currencyFacts) =>
  wrong(
    'unsupported_currency',
    [
      `Unsupported currency: ${codes.map((code) => quoted(code, QUOTED)).join(', ')}`,
      ...new Set(codes.flatMap((code) => retiredCurrencies.get(code.toUpperCase()) ?? []).map(successorInWords)),
      ...new Set(codes.flatMap(adviceOnSubUnit)),
      list === addresses.currencyFacts
        ? `See ${list} for the codes of all currencies`
        : `See ${list} for the currencies with a rate today`,
    ].join('. '),
  );

export type CurrencyListPath = typeof addresses.currencyFacts | typeof addresses.currencyList;

/**
 * Metals in a request to the API without a version.
 *
 * @param instead the request to send instead
 */
export const unsupportedMetal = (codes: readonly string[], instead: string) =>
  wrong(
    'unsupported_currency',
    `Unsupported currency: ${codes.map((code) => quoted(code, QUOTED)).join(', ')}. The API without a version has no ` +
      `metals. Use ${instead}`,
  );

/** What to use instead of a sub-unit outside of `/api/v1`. */
function adviceOnSubUnit(text: string): string[] {
  const unit = subUnits.get(unitOf(text));
  if (!unit) return [];
  const { code, name, of } = unit;
  return [`${text} is a hundredth of ${of} (${name}). Use ${of}, or use ${code} in /api/v1`];
}

export const invalidAmount = (text: string) =>
  wrong(
    'invalid_amount',
    `Invalid amount: ${quoted(text, QUOTED)}. Use a non-negative number such as 12.50 or 1e3, without a sign, of at most ` +
      `${MAX_AMOUNT_CHARACTERS} characters` +
      (/^ |e /i.test(text) ? '. In a URL, + means a space. Write a plus sign as %2B' : ''),
  );

export const amountOutOfRange = (text: string) =>
  wrong(
    'amount_out_of_range',
    `Invalid amount: ${quoted(text, QUOTED)}. The amount or the result is too large or too small. Use 0, or a number ` +
      'from about 2.2e-308 to 1.8e308',
  );

export const invalidPeriod = (text: string) =>
  new ApiError<'invalid_period'>(
    400,
    'invalid_period',
    `Invalid period: ${quoted(text, QUOTED)}. Supported periods: ${syntheticPeriods.join(', ')}`,
  );

export const invalidDate = (name: string, text: string) =>
  wrong('invalid_date', `Invalid ${name}: ${quoted(text, QUOTED)}. Use YYYY-MM-DD, such as 2026-06-03`);

/**
 * The reason for the lack of rates on a date.
 *
 * @param newest how to request the newest rates instead, such as `Omit date`
 * @param name the date's parameter, for an endpoint with several parameters
 */
export function explainOutOfReach({ date, first, last, is }: OutsideCoverage, newest: string, name?: string): string {
  const what = `No rates for ${date}${name === undefined ? '' : ` (${name})`}`;
  if (is === 'early') return `${what}. Available: ${first} to ${last}`;
  const why = is === 'future' ? ', because that day is in the future' : '';
  return `${what}${why}. The newest rates are of ${last}. ${newest} to get them`;
}

/** The requested date is before the first day with rates, in the future, or too long after the newest day. */
export const dateOutOfReach = (date: OutsideCoverage, newest: string, name = 'date') =>
  wrong('date_out_of_range', explainOutOfReach(date, newest, name));

/**
 * Supported currencies that have no rate today.
 *
 * @param pair the requested pair
 */
export const nothingToday = (codes: readonly string[], pair: PairCodes) =>
  wrong(
    'no_rate_today',
    `No rate for ${codes.join(' and ')} today. See /api/v1/status for the reason, and ${historyOf(pair)} for past rates`,
  );

/**
 * Neither the requested day nor the days before have rates of all requested currencies.
 *
 * @param pair the requested pair
 * @param first the first day with rates
 * @param bank the requested source; omit it for the market
 * @param daysBack the number of days before in which rates were looked for
 */
export const nothingNear = (
  codes: readonly string[],
  date: string,
  pair: PairCodes,
  first: string,
  bank?: Pick<Bank, 'key'>,
  daysBack: number = MAX_DAYS_BACK,
) =>
  wrong(
    'no_rate_near_date',
    `No rate for ${codes.join(' and ')} on ${date} or in the ${daysBack} days before. ${newUnits(codes, date, daysBack)}See ` +
      `${historyOf(pair, { start: yearBefore(date, first), ...(bank && { source: bank.key }) })} for other days`,
  );

/** Says which currencies have a new unit since one of the days in which rates were looked for. */
function newUnits(codes: readonly string[], date: string, daysBack: number): string {
  const first = dateOfDay(dayNumber(date) - daysBack);
  return codes
    .flatMap((code) => redenominations.get(currencyOf(code)) ?? [])
    .filter(({ date: changed }) => first < changed && changed <= date)
    .map(({ code, date: changed }) => `${code} has a new unit since ${changed}, so earlier rates don’t count. `)
    .join('');
}

export const invalidSource = (text: string) =>
  wrong(
    'invalid_source',
    `Invalid source: ${quoted(text, QUOTED)}. Use market for the dataset’s rates, or a bank: ` +
      banks.map(({ key, name }) => `${key} (${name})`).join(', '),
  );

/** A bank without any rates on this site. */
export const nothingFetchedYet = ({ inSentence }: Bank) =>
  wrong('currency_not_in_source', `This site has no rates of ${inSentence} yet. See /api/v1/sources for the reason`);

/**
 * A currency without a rate of a bank.
 *
 * @param periods the periods in which the bank quoted the currency
 * @param date the requested date; omit it if the bank never quoted the currency
 */
export const nothingOfficial = (
  bank: Bank,
  code: string,
  periods: readonly (readonly [string, string])[] = [],
  date?: string,
) => {
  if (date === undefined)
    return wrong('currency_not_in_source', `This site has no rates of ${bank.inSentence} for ${quoted(code, QUOTED)}`);
  // A day may lack a currency that the days before and after it have.
  const isWithin = periods.some((period) => isInSpan(period, date));
  return wrong(
    'currency_not_in_source',
    `${capitalized(bank.inSentence)} has no rate for ${code} on ${date}. It has rates ` +
      (isWithin ? 'on other days ' : '') +
      periods.map(([first, last]) => `from ${first} to ${last}`).join(' and '),
  );
};

/** What to add to an error if the same request has rates of another source. */
export function otherSource(source: string): string {
  const bank = banks.find(({ key }) => key === source);
  return `With source=${source}, this request returns ${bank ? `${bank.inSentence}’s` : 'market'} rates`;
}

export const rangeTurnedRound = (start: string, end: string) =>
  wrong('inverted_range', `Invalid range: start (${start}) is after end (${end}). Swap them`);

export const invalidStep = (text: string) => invalidChoice('every', text, steps);

export const invalidValue = (text: string) => invalidChoice('value', text, values);

/** Averages of days and weeks don't exist. @param step the requested interval */
export const noMeans = (step: Step) =>
  wrong('unsupported_average', `No averages by ${step}. With value=mean, use every=month, every=quarter or every=year`);

/**
 * A range in which no day has a rate of both currencies.
 *
 * @param periods the periods in which the source has rates of both currencies
 */
export const emptyRange = (pair: readonly string[], start: string, end: string, periods: readonly Coverage[]) =>
  wrong(
    'no_rate_in_range',
    `No rates for ${pair.join(' and ')} from ${start} to ${end}. ` +
      (periods.length > 0
        ? `Available: ${periods.map(({ first, last }) => `${first} to ${last}`).join(' and ')}`
        : 'No other day has rates of both currencies'),
  );

export const malformedPair = (text: string) =>
  new ApiError<'invalid_pair'>(
    400,
    'invalid_pair',
    `Invalid pair: ${quoted(text, QUOTED)}. Use two currency codes, such as usd-to-eur. For the rates of all currencies, use ` +
      '/api/v1/rates/eur.json or /api/v1/rates/2026-06-03.json',
  );

/** One message for every unknown path, because static files can't vary their 404 page by path. */
export const notFound = () =>
  new ApiError(
    404,
    'not_found',
    'Not found. Paths are in lower case, without a trailing slash: see /api/v1/openapi.json. Not every ' +
      'pair has a .json file, so omit .json to get any pair. When the daily quota is used up, ' +
      'conversions and other paths that aren’t files return 404 until midnight UTC',
  );

/** An invalid request in Frankfurter's formats. */
export const unprocessable = (message: string) => new ApiError<'unprocessable'>(422, 'unprocessable', message);

export const rangeTooLarge = (days: number) =>
  unprocessable(`range too large. Request at most ${days} days, or fewer currencies`);

export const methodNotAllowed = () =>
  new ApiError(405, 'method_not_allowed', 'Method not allowed. Use GET, HEAD or OPTIONS');

export const ratesUnavailable = () =>
  new ApiError(500, 'rates_unavailable', 'Rates are temporarily unavailable. Try again later');

/** The names of these parameters are everyday words, so the message says that they are parameters. */
function invalidChoice(name: 'every' | 'value', text: string, choices: readonly string[]): ApiError {
  return wrong(
    `invalid_${name}`,
    `Invalid parameter "${name}": ${quoted(text, QUOTED)}. Supported: ${choices.join(', ')}`,
  );
}

/** The codes of two currencies. */
export type PairCodes = readonly [from: string, to: string];

/** The path of a pair's past rates. */
function historyOf([from, to]: PairCodes, rest: Readonly<Record<string, string>> = {}): string {
  return requestAddress(addresses.history, new Map(Object.entries({ from, to, ...rest })));
}

/** The date a year before a date, or the first day with rates if that's later. */
function yearBefore(date: string, first: string): string {
  const before = dateOfDay(dayNumber(date) - 365);
  return before > first ? before : first;
}
