import type { IsoDate } from '../money/calendar.ts';
import { subUnits, unitOf } from '../money/currencies/sub-units.ts';
import { retiredCurrencies, successorInWords } from '../money/currencies/facts.ts';
import { MAX_AMOUNT_CHARACTERS } from '../money/amount.ts';
import { type Step, steps } from '../money/interval.ts';
import { values } from '../money/past-rates.ts';
import { syntheticPeriods } from '../money/period.ts';
import type { ErrorCode } from './error.schema.ts';
import { banks } from '../sources/banks.ts';
import { addresses } from './paths.ts';
import type { Rule } from '../sources/rules/rule.ts';
import { rules } from '../sources/rules/rules.ts';
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
  /** A source that has the rates that the requested source lacks, as the message says. */
  readonly otherSource: string | undefined;

  constructor(status: ApiError['status'], code: NoInfer<Code>, message: string, otherSource?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.otherSource = otherSource;
  }
}

/** Maximum length of a user's text that a message quotes, in characters. */
const QUOTED = 40;

/** Maximum number of a request's parameters that a message names. */
const NAMED = 5;

/** Maximum length of a URL, in characters. It limits the time for reading the URL and quoting it in a response. */
export const MAX_ADDRESS_CHARACTERS = 2000;

/** Quotes a user's text in a message. */
export const quotedText = (text: string) => quoted(text, QUOTED);

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
export const unsupportedParameters = (names: readonly string[], advice: string) =>
  wrong('unsupported_parameter', `Unsupported ${parametersInWords(names)}. ${advice}`);

/**
 * Parameters that the request has several times, although they take one value.
 *
 * @param advice what to do instead
 */
export const repeatedParameters = (names: readonly string[], advice: string) =>
  wrong('repeated_parameter', `Repeated ${parametersInWords(names)}. ${advice}`);

function parametersInWords(names: readonly string[]): string {
  const named = names.slice(0, NAMED).map(quotedText);
  const others = names.length > NAMED ? ' and others' : '';
  return `${names.length === 1 ? 'parameter' : 'parameters'}: ${named.join(', ')}${others}`;
}

/** Parameters that can't be combined. The advice is to omit the second, because it's the less usual. */
export const parametersApart = ([one, other]: readonly [one: string, other: string]) =>
  wrong('parameters_apart', `${one} and ${other} can’t be combined. Omit ${other}, or omit ${one}`);

/**
 * For a retired currency, the message names its successor, and for a sub-unit its currency.
 *
 * @param list the path of the list of currencies that has the endpoint's currencies
 */
export const unsupportedCurrency = (codes: readonly string[], list: CurrencyListPath = addresses.currencyFacts) =>
  wrong(
    'unsupported_currency',
    [
      `Unsupported currency: ${codes.map(quotedText).join(', ')}`,
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
    `Unsupported currency: ${codes.map(quotedText).join(', ')}. The API without a version has no ` +
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
    `Invalid amount: ${quotedText(text)}. Use a non-negative number such as 12.50 or 1e3, without a sign, of at most ` +
      `${MAX_AMOUNT_CHARACTERS} characters` +
      (/^ |e /i.test(text) ? '. In a URL, + means a space. Write a plus sign as %2B' : ''),
  );

export const amountOutOfRange = (text: string) =>
  wrong(
    'amount_out_of_range',
    `Invalid amount: ${quotedText(text)}. The amount or the result is too large or too small. Use 0, or a number ` +
      'from about 2.2e-308 to 1.8e308',
  );

export const invalidPeriod = (text: string) =>
  new ApiError<'invalid_period'>(
    400,
    'invalid_period',
    `Invalid period: ${quotedText(text)}. Supported periods: ${syntheticPeriods.join(', ')}`,
  );

export const invalidDate = (name: string, text: string) =>
  wrong('invalid_date', `Invalid ${name}: ${quotedText(text)}. Use YYYY-MM-DD, such as 2026-06-03`);

export const invalidSource = (text: string) =>
  wrong(
    'invalid_source',
    `Invalid source: ${quotedText(text)}. Use market for the dataset’s rates, or a bank: ` +
      banks.map(({ key, name }) => `${key} (${name})`).join(', '),
  );

/** @param known why a rule that people ask for isn't available; undefined for any other text */
export const invalidRule = (text: string, known: string | undefined) =>
  wrong(
    'invalid_rule',
    known === undefined
      ? `Invalid rule: ${quotedText(text)}. Use one of ${rules.map(({ key }) => key).join(', ')}`
      : `The rule ${text} isn’t available. ${known}. See ${addresses.rules} for the available rules`,
  );

/** A request with a rule and without a date. @param example the request with a date */
export const ruleNeedsDate = ({ key, date_is }: Rule, example: string) =>
  wrong('missing_parameter', `The rule ${key} needs a date: ${date_is}. Example: ${example}`);

export const ruleNotInForce = ({ key, from, until }: Rule, date: IsoDate) =>
  wrong(
    'rule_not_applicable',
    `The rule ${key} isn’t for ${date}. It’s for dates ${until === null ? `since ${from}` : `from ${from} to ${until}`}`,
  );

export const ruleHasCurrency = ({ key, to }: Rule, requested: string) =>
  wrong('rule_not_applicable', `The rule ${key} converts to ${to}, and not to ${requested}. Use to=${to}`);

export const rangeTurnedRound = (start: IsoDate, end: IsoDate) =>
  wrong('inverted_range', `Invalid range: start (${start}) is after end (${end}). Swap them`);

export const invalidStep = (text: string) => invalidChoice('every', text, steps);

export const invalidValue = (text: string) => invalidChoice('value', text, values);

/** Averages of days and weeks don't exist. @param step the requested interval */
export const noMeans = (step: Step) =>
  wrong('unsupported_average', `No averages by ${step}. With value=mean, use every=month, every=quarter or every=year`);

export const malformedPair = (text: string) =>
  new ApiError<'invalid_pair'>(
    400,
    'invalid_pair',
    `Invalid pair: ${quotedText(text)}. Use two currency codes, such as usd-to-eur. For the rates of all currencies, use ` +
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

export const methodNotAllowed = () =>
  new ApiError(405, 'method_not_allowed', 'Method not allowed. Use GET, HEAD or OPTIONS');

export const ratesUnavailable = () =>
  new ApiError(500, 'rates_unavailable', 'Rates are temporarily unavailable. Try again later');

/** The names of these parameters are everyday words, so the message says that they are parameters. */
function invalidChoice(name: 'every' | 'value', text: string, choices: readonly string[]): ApiError {
  return wrong(`invalid_${name}`, `Invalid parameter "${name}": ${quotedText(text)}. Supported: ${choices.join(', ')}`);
}

/** The codes of two currencies. */
export type PairCodes = readonly [from: string, to: string];
