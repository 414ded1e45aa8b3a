import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import {
  type ApiError,
  buildError,
  errorSchema,
  methodNotAllowed,
  notFound,
  ratesUnavailable,
} from '../format/error.ts';
import { openApiHeaders } from './openapi-headers.ts';

/** The answers that are the same for several endpoints, for OpenAPI. */
export const sharedResponses = {
  notModified: {
    id: 'NotModified',
    description: 'What you have is still the answer: its `ETag` was in `If-None-Match`.',
    headers: openApiHeaders.notModified,
  },
  notFound: errorResponse(
    {
      id: 'NotFound',
      description:
        'There is no such address, or no such file; or the Function pauses until midnight UTC, as its daily quota is spent.',
    },
    { not_found: notFound() },
  ),
  methodNotAllowed: errorResponse(
    {
      id: 'MethodNotAllowed',
      description: 'To another method than GET, HEAD and OPTIONS.',
      headers: openApiHeaders.methodNotAllowed,
    },
    { method_not_allowed: methodNotAllowed() },
  ),
  methodNotAllowedByFile: {
    id: 'MethodNotAllowedByFile',
    description: 'To another method than GET and HEAD, a preflight (OPTIONS) included. There is no body.',
    headers: openApiHeaders.methodNotAllowedByFile,
  },
  ratesUnavailable: errorResponse(
    { id: 'RatesUnavailable', description: 'The rates cannot be read at the moment.' },
    { rates_unavailable: ratesUnavailable() },
  ),
  preflight: {
    id: 'Preflight',
    description: 'Any origin may ask, with any headers. There is no body.',
    headers: openApiHeaders.preflight,
  },
} satisfies Record<string, ZodOpenApiResponseObject>;

/** A document. @param id the name by which several endpoints share it: that of its schema, if it has one */
export function success(schema: z.ZodType, example: object, id = schema.meta()?.id): ZodOpenApiResponseObject {
  const { description } = schema.meta() ?? {};
  return {
    ...(id !== undefined && { id }),
    description: description ?? '',
    headers: openApiHeaders.success,
    content: { 'application/json': { schema, example } },
  };
}

export function table(description: string, example: string): ZodOpenApiResponseObject {
  return { description, headers: openApiHeaders.table, content: { 'text/csv': { schema: z.string(), example } } };
}

/** What may be wrong with a request, each with its message. */
export function badRequest(errors: Readonly<Record<string, ApiError>>): ZodOpenApiResponseObject {
  return errorResponse({ description: 'The request is wrong: the message says what to do.' }, errors);
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
