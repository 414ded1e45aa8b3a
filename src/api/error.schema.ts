import { z } from 'zod';

/** The codes of errors below `/api/v1`, with their meaning. A message may change, a code doesn't. */
export const errorCodes = {
  missing_parameter: 'a required parameter is missing',
  unsupported_parameter: 'the endpoint doesn’t have a parameter of that name',
  repeated_parameter: 'a parameter that takes one value is in the request several times',
  parameters_apart: 'two parameters can’t be combined',
  invalid_amount: 'the amount isn’t a number that the endpoint accepts',
  amount_out_of_range: 'the amount or the result is too large or too small',
  invalid_date: 'a date isn’t a calendar day in the form YYYY-MM-DD',
  date_out_of_range: 'a date is before the first day with rates, in the future, or too long after the newest day',
  inverted_range: 'the range ends before it starts',
  invalid_every: '`every` isn’t a supported interval',
  invalid_value: '`value` isn’t a supported kind of entry',
  invalid_source: '`source` isn’t a supported source',
  invalid_rule: '`rule` isn’t a supported rule',
  rule_not_applicable: 'the rule isn’t for the date or for the currency',
  unsupported_average: 'the interval has no averages',
  unsupported_currency: 'a currency isn’t supported',
  no_rate_today: 'a supported currency has no rate today',
  no_rate_near_date: 'a supported currency has no rate on the date or in the days before',
  not_published_yet:
    'the rate that the rule asks for may not be published yet, or is in doubt. The message says when to ask again, or until when it waits',
  no_rate_in_range: 'no day of the range has rates of both currencies',
  currency_not_in_source: 'the requested source has no rates of a currency, on the date or at all',
  url_too_long: 'the URL is too long',
  not_found: 'the path or the file doesn’t exist, or the daily quota of metered requests is used up',
  method_not_allowed: 'the method isn’t GET, HEAD or OPTIONS',
  rates_unavailable: 'the rates are temporarily unavailable',
} as const;

export type ErrorCode = keyof typeof errorCodes;

const fields = {
  success: z.literal(false).describe('Always false in an error.'),
  error: z.string().min(1).describe('What is wrong and what to do. The wording may change.'),
};

/** The body of an error below `/api/v1`. */
export const errorSchema = z
  .strictObject({
    success: fields.success,
    code: z.enum(Object.keys(errorCodes) as ErrorCode[]).describe(
      `Kind of the error. Codes don’t change, but a later version may add codes.\n\n${Object.entries(errorCodes)
        .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
        .join('\n')}`,
    ),
    error: fields.error,
  })
  .meta({ id: 'ApiError', description: 'Error response.' });

/** The body of an error at other paths. The interface specification prescribes exactly these fields. */
export const unversionedErrorSchema = z
  .strictObject(fields)
  .meta({ id: 'UnversionedError', description: 'Error response outside `/api/v1`.' });
