import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { formatOf } from '../compat/formats.ts';
import type { Format } from '../declaration/format.ts';
import { ownApis, versionedApi } from '../endpoints/endpoints.ts';
import { type ApiError, methodNotAllowed, notFound, ratesUnavailable } from '../error.ts';
import { present } from '../../text/present.ts';
import { openApiHeaders } from './openapi-headers.ts';

/** Responses that several endpoints share, for OpenAPI. */
export const sharedResponses = {
  notModified: {
    id: 'NotModified',
    description: 'Not modified: your cached copy is current. Its `ETag` was in `If-None-Match`.',
    headers: openApiHeaders.notModified,
  },
  methodNotAllowedByFile: {
    id: 'MethodNotAllowedByFile',
    description: 'The method isn’t GET or HEAD. Preflights (OPTIONS) get this response too. It has no body.',
    headers: openApiHeaders.methodNotAllowedByFile,
  },
} satisfies Record<string, ZodOpenApiResponseObject>;

/** A JSON response. */
export function success(schema: z.ZodType, example: object): ZodOpenApiResponseObject {
  const { description = '' } = schema.meta() ?? {};
  return { description, headers: openApiHeaders.success, content: { 'application/json': { schema, example } } };
}

/** A JSON response with invented rates. */
export function synthetic(schema: z.ZodType, example: object): ZodOpenApiResponseObject {
  return { ...success(schema, example), headers: openApiHeaders.synthetic };
}

export function table(description: string, example: string): ZodOpenApiResponseObject {
  return { description, headers: openApiHeaders.table, content: { 'text/csv': { schema: z.string(), example } } };
}

/** The responses to invalid requests for a path, with one example for each code. */
export function badRequest(path: string, errors: readonly ApiError<string>[]): ZodOpenApiResponseObject {
  return errorResponse(formatOf(path), { description: 'Invalid request. The message says what to do.' }, errors);
}

/** The error responses that several endpoints share, for an endpoint's path. */
export function sharedErrors(path: string) {
  return present(errorsByFormat.get(formatOf(path)), `errors of ${path}`);
}

const errorsByFormat = new Map(ownApis.map((api) => [api, errorsOf(api)]));

function errorsOf(format: Format) {
  const prefix = format === versionedApi ? '' : 'Unversioned';
  return {
    notFound: errorResponse(
      format,
      {
        id: `${prefix}NotFound`,
        description: 'The path or the file doesn’t exist, or the daily quota of metered requests is used up.',
        headers: openApiHeaders.notFound,
      },
      [notFound()],
    ),
    methodNotAllowed: errorResponse(
      format,
      {
        id: `${prefix}MethodNotAllowed`,
        description: 'The method isn’t GET, HEAD or OPTIONS.',
        headers: openApiHeaders.methodNotAllowed,
      },
      [methodNotAllowed()],
    ),
    ratesUnavailable: errorResponse(
      format,
      { id: `${prefix}RatesUnavailable`, description: 'The rates are temporarily unavailable.' },
      [ratesUnavailable()],
    ),
  };
}

function errorResponse(
  { describe, errorSchema }: Format,
  response: ZodOpenApiResponseObject,
  errors: readonly ApiError<string>[],
): ZodOpenApiResponseObject {
  const examples = Object.fromEntries(errors.map((error) => [error.code, { value: describe(error) }]));
  return {
    headers: openApiHeaders.error,
    ...response,
    content: { 'application/json': { schema: errorSchema, examples } },
  };
}
