import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { errorSchema } from '../error.schema.ts';
import { type ApiError, buildError, methodNotAllowed, notFound, ratesUnavailable } from '../error.ts';
import { openApiHeaders } from './openapi-headers.ts';

/** Responses that several endpoints share, for OpenAPI. */
export const sharedResponses = {
  notModified: {
    id: 'NotModified',
    description: 'Not modified: your cached copy is current. Its `ETag` was in `If-None-Match`.',
    headers: openApiHeaders.notModified,
  },
  notFound: errorResponse(
    {
      id: 'NotFound',
      description: 'The path or the file doesn’t exist, or the Pages Function has no requests left until midnight UTC.',
    },
    { not_found: notFound() },
  ),
  methodNotAllowed: errorResponse(
    {
      id: 'MethodNotAllowed',
      description: 'The method isn’t GET, HEAD or OPTIONS.',
      headers: openApiHeaders.methodNotAllowed,
    },
    { method_not_allowed: methodNotAllowed() },
  ),
  methodNotAllowedByFile: {
    id: 'MethodNotAllowedByFile',
    description: 'The method isn’t GET or HEAD. Preflights (OPTIONS) get this response too. It has no body.',
    headers: openApiHeaders.methodNotAllowedByFile,
  },
  ratesUnavailable: errorResponse(
    { id: 'RatesUnavailable', description: 'The rates are temporarily unavailable.' },
    { rates_unavailable: ratesUnavailable() },
  ),
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

/** The errors of an invalid request, each with its message. */
export function badRequest(errors: Readonly<Record<string, ApiError>>): ZodOpenApiResponseObject {
  return errorResponse({ description: 'Invalid request. The message says what to do.' }, errors);
}

function errorResponse(
  response: ZodOpenApiResponseObject,
  errors: Readonly<Record<string, ApiError>>,
): ZodOpenApiResponseObject {
  const examples = Object.fromEntries(
    Object.entries(errors).map(([name, { message }]) => [name, { value: buildError(message) }]),
  );
  return {
    headers: openApiHeaders.error,
    ...response,
    content: { 'application/json': { schema: errorSchema, examples } },
  };
}
