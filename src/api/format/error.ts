import { z } from 'zod';
import { defineSchema } from '../../text/define-schema.ts';
import { successorInWords, retiredCurrencies } from '../../currencies/retired.ts';
import { MAX_AMOUNT_CHARACTERS } from '../../rates/amount.ts';
import { type Step, steps } from '../../rates/interval.ts';
import { values } from '../../rates/past-rates.ts';
import { periods } from '../../rates/period.ts';
import { quote } from '../../text/quote.ts';

/** The body of every response that isn't a success. */
export const errorSchema = /* @__PURE__ */ defineSchema(() =>
  z
    .strictObject({
      success: z.literal(false).describe('Always false in an error.'),
      error: z.string().min(1).describe('What is wrong and what to do. The wording may change.'),
    })
    .meta({ id: 'Error', description: 'Error response.' }),
);

export function buildError(message: string): z.infer<typeof errorSchema> {
  return { success: false, error: message };
}

/** An error response. Users read the message as it is. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Errors with status 200, 403 or 422 are returned only by endpoints in other APIs' formats. */
  readonly status: 200 | 400 | 403 | 404 | 405 | 422 | 500;

  constructor(status: ApiError['status'], message: string) {
    super(message);
    this.status = status;
  }
}

/** Maximum length of a user's text that a message quotes, in characters. */
const QUOTED = 40;

/** Maximum length of a URL, in characters. It limits the time for reading the URL and quoting it in a response. */
export const MAX_ADDRESS_CHARACTERS = 2000;

/** An invalid request. */
const wrong = (message: string) => new ApiError(400, message);

export const addressTooLong = () => wrong(`The URL is too long. Use at most ${MAX_ADDRESS_CHARACTERS} characters`);

/** Required parameters that are missing or empty. */
export const missingParameters = (names: readonly string[], example = '/api/convert?from=USD&to=EUR&amount=100') =>
  wrong(`Missing required ${parameters(names)}: ${names.join(', ')}. Example: ${example}`);

/** Optional parameters that are present without a value. */
export const emptyParameters = (names: readonly string[], example = '/api/historical?from=USD&to=INR&period=30d') =>
  wrong(
    `Empty ${parameters(names)}: ${names.join(', ')}. Set a value, or omit it to use the default. ` +
      `Example: ${example}`,
  );

/** For a retired currency, the message names its successor. */
export const unsupportedCurrency = (codes: readonly string[]) =>
  wrong(
    [
      `Unsupported currency: ${codes.map((code) => quote(code, QUOTED)).join(', ')}`,
      ...new Set(codes.flatMap((code) => retiredCurrencies.get(code.toUpperCase()) ?? []).map(successorInWords)),
      'See /api/currencies for the currencies with a rate today',
    ].join('. '),
  );

export const invalidAmount = (text: string) =>
  wrong(
    `Invalid amount: ${quote(text, QUOTED)}. Use a non-negative number such as 12.50 or 1e3, without a sign, of at most ` +
      `${MAX_AMOUNT_CHARACTERS} characters` +
      (text.includes(' ') ? '. In a URL, + means a space. Write a plus sign as %2B' : ''),
  );

export const amountTooLarge = (text: string) =>
  wrong(`Invalid amount: ${quote(text, QUOTED)}. The amount or the result is too large, more than about 1.8e308`);

export const invalidPeriod = (text: string) =>
  wrong(`Invalid period: ${quote(text, QUOTED)}. Supported periods: ${periods.join(', ')}`);

export const invalidDate = (name: string, text: string) =>
  wrong(`Invalid ${name}: ${quote(text, QUOTED)}. Use YYYY-MM-DD, such as 2026-06-03`);

/** The requested date is before the first day with rates, or after tomorrow. */
export const dateOutOfReach = (name: string, date: string, { first, last }: Reach) =>
  wrong(`No rates for ${date} (${name}). Available: ${first} to ${last}`);

/** Supported currencies that have no rate today. */
export const nothingToday = (codes: readonly string[]) =>
  wrong(
    `No rate for ${codes.join(' and ')} today. See /api/v1/status for the reason, and ${historyOf(codes)} for past rates`,
  );

/** Neither the requested day nor the days before have rates of all requested currencies. */
export const nothingNear = (codes: readonly string[], date: string, days: number) =>
  wrong(
    `No rate for ${codes.join(' and ')} on ${date} or in the ${days} days before. See ${historyOf(codes)} ` +
      'for other days',
  );

export const invalidSource = (text: string) =>
  wrong(
    `Invalid source: ${quote(text, QUOTED)}. Use ecb for the European Central Bank’s rates, or market for the dataset’s`,
  );

/**
 * A currency without an official rate.
 *
 * @param periods the periods in which the bank quoted the currency
 * @param date the requested date; omit it if the bank never quoted the currency
 */
export const nothingOfficial = (code: string, periods: readonly (readonly [string, string])[] = [], date?: string) =>
  wrong(
    date === undefined
      ? `The European Central Bank has no rates for ${quote(code, QUOTED)}. Use source=market for market rates`
      : `The European Central Bank has no rate for ${code} on ${date}. It has rates ` +
          periods.map(([first, last]) => `from ${first} to ${last}`).join(' and '),
  );

export const nothingOfficialNear = (date: string, days: number, { first, last }: Reach) =>
  wrong(
    `The European Central Bank has no rates on ${date} or in the ${days} days before. It has rates from ${first} to ${last}`,
  );

export const rangeTurnedRound = (start: string, end: string) =>
  wrong(`Invalid range: start (${start}) is after end (${end}). Swap them`);

export const invalidStep = (text: string) => invalidChoice('every', text, steps);

export const invalidValue = (text: string) => invalidChoice('value', text, values);

/** @param step `day` or `week`, for which there are no averages */
export const noMeans = (step: Step) =>
  wrong(`No averages by ${step}. With value=mean, use every=month, every=quarter or every=year`);

/** A range in which no day has a rate of both currencies. */
export const emptyRange = (pair: readonly string[], start: string, end: string, reach: Reach | undefined) =>
  wrong(
    `No rates for ${pair.join(' and ')} from ${start} to ${end}. ` +
      (reach ? `Available: ${reach.first} to ${reach.last}` : 'No other day has rates of both currencies'),
  );

export const baseTwice = () =>
  wrong(
    'The path already sets the base currency. Remove the parameter base, or replace the currency in the path with a date',
  );

/** The first and the last day with rates. */
export interface Reach {
  readonly first: string;
  readonly last: string;
}

export const malformedPair = (text: string) =>
  wrong(`Invalid pair: ${quote(text, QUOTED)}. Use two currency codes, such as usd-to-eur`);

/** One message for every unknown path, because static files can't vary their 404 page by path. */
export const notFound = () =>
  new ApiError(
    404,
    'Not found. Paths are in lower case, without a trailing slash: see /api/v1/openapi.json. Not every ' +
      'pair has a .json file, so omit .json to get any pair. When the daily quota is used up, ' +
      'conversions and other paths that aren’t files return 404 until midnight UTC',
  );

export const methodNotAllowed = () => new ApiError(405, 'Method not allowed. Use GET, HEAD or OPTIONS');

export const ratesUnavailable = () => new ApiError(500, 'Rates are temporarily unavailable. Try again later');

/** The names of these parameters are everyday words, so the message says that they are parameters. */
function invalidChoice(name: 'every' | 'value', text: string, choices: readonly string[]): ApiError {
  return wrong(`Invalid parameter "${name}": ${quote(text, QUOTED)}. Supported: ${choices.join(', ')}`);
}

/** The path of the past rates of the first currency other than USD. */
function historyOf(codes: readonly string[]): string {
  return `/api/v1/history?from=USD&to=${codes.find((code) => code !== 'USD') ?? 'EUR'}`;
}

function parameters(names: readonly string[]): string {
  return names.length === 1 ? 'parameter' : 'parameters';
}
