import { z } from 'zod';
import { defineSchema } from '../currencies/define-schema.ts';
import { periods } from '../rates/period.ts';

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
  readonly status: 400 | 404 | 405 | 500;

  constructor(status: ApiError['status'], message: string) {
    super(message);
    this.status = status;
  }
}

export const missingParameters = (names: readonly string[]) =>
  new ApiError(
    400,
    `Missing required ${names.length === 1 ? 'parameter' : 'parameters'}: ${names.join(', ')}. ` +
      'Example: /api/convert?from=USD&to=EUR&amount=100',
  );

export const unsupportedCurrency = (codes: readonly string[]) =>
  new ApiError(
    400,
    `Unsupported currency: ${codes.map(quote).join(', ')}. The supported currencies are listed at /api/currencies`,
  );

export const invalidAmount = (text: string) =>
  new ApiError(
    400,
    `Invalid amount: ${quote(text)}. Give a number of zero or more in plain decimal or exponent form, such as 12.50 or 1e3`,
  );

export const amountTooLarge = (text: string) =>
  new ApiError(400, `Invalid amount: ${quote(text)}. It is too large: the result is more than a number can hold`);

export const invalidPeriod = (text: string) =>
  new ApiError(400, `Invalid period: ${quote(text)}. Supported periods: ${periods.join(', ')}`);

export const malformedPair = (text: string) =>
  new ApiError(400, `Invalid pair: ${quote(text)}. Give two currency codes, such as usd-to-eur`);

export const addressTooLong = (characters: number) =>
  new ApiError(400, `The address is too long: give one of at most ${characters} characters`);

export const notFound = () =>
  new ApiError(
    404,
    'Not found. Every endpoint is described in /api/v1/openapi.json. An address that ends in .json is a file, and only ' +
      'the most traded pairs have one: the same address without .json answers for every pair',
  );

export const methodNotAllowed = () => new ApiError(405, 'Method not allowed. Only GET, HEAD and OPTIONS are answered');

export const ratesUnavailable = () =>
  new ApiError(500, 'The rates cannot be read at the moment. Please try again later');

/** What a user sent, quoted for a message, cut where nobody would read on. */
function quote(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
