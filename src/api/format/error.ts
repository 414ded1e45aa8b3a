import { z } from 'zod';
import { defineSchema } from '../../text/define-schema.ts';
import { successorInWords, retiredCurrencies } from '../../currencies/retired.ts';
import { MAX_AMOUNT_CHARACTERS } from '../../rates/amount.ts';
import { steps } from '../../rates/past-rates.ts';
import { periods } from '../../rates/period.ts';
import { quote } from '../../text/quote.ts';

/** Every answer that is not a success. */
export const errorSchema = /* @__PURE__ */ defineSchema(() =>
  z
    .strictObject({
      success: z.literal(false).meta({ description: 'Always false in an error.' }),
      error: z.string().min(1).meta({ description: 'What is wrong and what to do, for a person to read.' }),
    })
    .meta({ id: 'Error', description: 'What went wrong.' }),
);

export type ErrorDocument = z.infer<typeof errorSchema>;

export function buildError(message: string): ErrorDocument {
  return { success: false, error: message };
}

/** What the service says when it cannot answer. The message goes to the user as it stands. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** 403 and 422 are for the addresses of other APIs. */
  readonly status: 400 | 403 | 404 | 405 | 422 | 500;

  constructor(status: ApiError['status'], message: string) {
    super(message);
    this.status = status;
  }
}

/** Characters of what a user sent that a message repeats. */
const QUOTED = 40;

/** Characters of the longest address: reading it, and quoting it in an answer, must not take long. */
export const MAX_ADDRESS_CHARACTERS = 2000;

export const addressTooLong = () =>
  new ApiError(400, `The address is too long: give one of at most ${MAX_ADDRESS_CHARACTERS} characters`);

/** Parameters that are required, and are not there or empty. */
export const missingParameters = (names: readonly string[], example = '/api/convert?from=USD&to=EUR&amount=100') =>
  new ApiError(400, `Missing required ${parameters(names)}: ${names.join(', ')}. Example: ${example}`);

/** Parameters that may be left out, but are there without a value. */
export const emptyParameters = (names: readonly string[], example = '/api/historical?from=USD&to=INR&period=30d') =>
  new ApiError(
    400,
    `Missing value of ${parameters(names)}: ${names.join(', ')}. Give one, or leave it out for the default. ` +
      `Example: ${example}`,
  );

/** Of a currency that is no more it says what took its place. */
export const unsupportedCurrency = (codes: readonly string[]) =>
  new ApiError(
    400,
    [
      `Unsupported currency: ${codes.map((code) => quote(code, QUOTED)).join(', ')}`,
      ...new Set(codes.flatMap((code) => retiredCurrencies.get(code.toUpperCase()) ?? []).map(successorInWords)),
      'The supported currencies are listed at /api/currencies',
    ].join('. '),
  );

export const invalidAmount = (text: string) =>
  new ApiError(
    400,
    `Invalid amount: ${quote(text, QUOTED)}. Give a number of zero or more without a sign, in plain decimal or exponent form ` +
      `and ${MAX_AMOUNT_CHARACTERS} characters at most, such as 12.50 or 1e3` +
      (text.includes(' ') ? '. A + in an address is read as a blank: a plus sign is written %2B there' : ''),
  );

export const amountTooLarge = (text: string) =>
  new ApiError(
    400,
    `Invalid amount: ${quote(text, QUOTED)}. It is too large: it or its result is more than a number can hold, about 1.8e308`,
  );

export const invalidPeriod = (text: string) =>
  new ApiError(400, `Invalid period: ${quote(text, QUOTED)}. Supported periods: ${periods.join(', ')}`);

export const invalidDate = (name: string, text: string) =>
  new ApiError(400, `Invalid ${name}: ${quote(text, QUOTED)}. Give a day as YYYY-MM-DD, such as 2026-06-03`);

/** A day that nobody has rates of: before the first one, or still to come. */
export const dateOutOfReach = (name: string, date: string, { first, last }: Reach) =>
  new ApiError(400, `No rates of ${date} (${name}): the first are of ${first}, the last of ${last}`);

/** Currencies that are supported, and of which there is no rate today. */
export const nothingToday = (codes: readonly string[]) =>
  new ApiError(
    400,
    `No rate of ${codes.join(', ')} today: /api/v1/status says why. What there was, /api/v1/history/{code}/{year} says, ` +
      `such as /api/v1/history/${codes[0]?.toLowerCase() ?? 'eur'}/2026`,
  );

/** A day that is too far from any with rates, of each for itself or of all of them together. */
export const nothingNear = (codes: readonly string[], date: string, days: number) =>
  new ApiError(
    400,
    `No rate of ${codes.join(' and ')} of ${date}, nor of the ${days} days before it. Which days there are, ` +
      '/api/v1/archive says, and of a currency /api/v1/history/{code}/{year}, such as /api/v1/history/eur/2026',
  );

export const rangeTurnedRound = (start: string, end: string) =>
  new ApiError(400, `Invalid range: start, ${start}, is after end, ${end}. Exchange them`);

export const invalidStep = (text: string) =>
  new ApiError(400, `Invalid every: ${quote(text, QUOTED)}. Supported: ${steps.join(', ')}`);

/** A range without a day of which there is a rate of both currencies. */
export const emptyRange = (pair: readonly string[], start: string, end: string, reach: Reach | undefined) =>
  new ApiError(
    400,
    `No rates of ${pair.join(' and ')} from ${start} to ${end}` +
      (reach ? `: the first are of ${reach.first}, the last of ${reach.last}` : ', nor of any other day'),
  );

export const baseTwice = () =>
  new ApiError(400, 'The base is in the path: leave out the parameter base, or give a date in the path');

/** The first and the last day of which there are rates. */
export interface Reach {
  readonly first: string;
  readonly last: string;
}

export const malformedPair = (text: string) =>
  new ApiError(400, `Invalid pair: ${quote(text, QUOTED)}. Give two currency codes, such as usd-to-eur`);

/** One text for every unknown address, as files cannot tell why they are asked: it must be true of each. */
export const notFound = () =>
  new ApiError(
    404,
    'Not found. Every address is described in /api/v1/openapi.json: they are in lower case and do not end in a slash. ' +
      'One that ends in .json is a file, and perhaps only the most traded pairs have one: the same address without ' +
      '.json answers for every pair. When a day’s quota of requests is spent, conversions, and all else ' +
      'that is no file, pause until midnight UTC',
  );

export const methodNotAllowed = () => new ApiError(405, 'Method not allowed. Only GET, HEAD and OPTIONS are answered');

export const ratesUnavailable = () =>
  new ApiError(500, 'The rates cannot be read at the moment. Please try again later');

function parameters(names: readonly string[]): string {
  return names.length === 1 ? 'parameter' : 'parameters';
}
