import { z } from 'zod';
import type { ZodOpenApiHeadersObject, ZodOpenApiOperationObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { formatOf } from '../compat/formats.ts';
import type { Format } from '../declaration/format.ts';
import { ownApis, versionedApi } from '../endpoints/endpoints.ts';
import { type ApiError, methodNotAllowed, notFound, ratesUnavailable } from '../error.ts';
import { errorCodes } from '../error.schema.ts';
import { capitalized } from '../../text/wording/capitalized.ts';
import { present } from '../../text/present.ts';
import { openApiHeaders } from './openapi-headers.ts';

interface Operation extends Omit<ZodOpenApiOperationObject, 'responses'> {
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly success: ZodOpenApiResponseObject;
}

/** A GET request that a static file responds to. A file can only be missing if its path has parameters. */
export function fileOperation(path: string, operation: Operation) {
  return operationOf(path, operation, false, {
    ...(operation.requestParams && { 404: sharedErrors(path)[404] }),
    405: methodNotAllowedByFile,
  });
}

/**
 * A GET request that the Pages Function handles.
 *
 * @param badRequests the errors for invalid requests, one for each code
 */
export function functionOperation(path: string, operation: Operation, badRequests: readonly ApiError<string>[]) {
  const badRequest = {
    description: 'Invalid request. The message says what to do.',
    headers: openApiHeaders.error,
    content: errorContent(formatOf(path), badRequests),
  };
  return operationOf(path, operation, true, { 400: badRequest, ...sharedErrors(path) });
}

function operationOf(
  path: string,
  { operationId, tag, summary, success, ...rest }: Operation,
  isMetered: boolean,
  errors: Readonly<Record<number, ZodOpenApiResponseObject>>,
) {
  const texts = { operationId, tags: [tag], summary };
  const responses = { 200: success, 304: notModified, ...errors };
  return { tag, path, get: { ...texts, ...rest, 'x-metered': isMetered, responses } };
}

export function success(schema: z.ZodType, example: object, headers = openApiHeaders.success) {
  const { description = '' } = schema.meta() ?? {};
  return { description, headers, content: { 'application/json': { schema, example } } };
}

export function table(description: string, example: string) {
  return { description, headers: openApiHeaders.table, content: { 'text/csv': { schema: z.string(), example } } };
}

const notModified = {
  id: 'NotModified',
  description: 'Not modified: your cached copy is current. Its `ETag` was in `If-None-Match`.',
  headers: openApiHeaders.notModified,
};
const methodNotAllowedByFile = {
  id: 'MethodNotAllowedByFile',
  description: 'The method isn’t GET or HEAD. Preflights (OPTIONS) get this response too. It has no body.',
  headers: openApiHeaders.methodNotAllowedByFile,
};

/** The error responses that several endpoints share, by status, for an endpoint's path. */
function sharedErrors(path: string) {
  return present(errorsByFormat.get(formatOf(path)), `errors of ${path}`);
}

// OpenAPI's components need the same object for each endpoint.
const errorsByFormat = new Map(
  ownApis.map((api: Format) => [
    api,
    {
      404: sharedError(api, notFound(), openApiHeaders.notFound),
      405: sharedError(api, methodNotAllowed(), openApiHeaders.methodNotAllowed),
      500: sharedError(api, ratesUnavailable(), openApiHeaders.error),
    },
  ]),
);

function sharedError(api: Format, error: ApiError, headers: ZodOpenApiHeadersObject) {
  const words = error.code.split('_').map(capitalized);
  const id = (api === versionedApi ? '' : 'Unversioned') + words.join('');
  return { id, description: `${capitalized(errorCodes[error.code])}.`, headers, content: errorContent(api, [error]) };
}

/** The body of an error response, with an example of each error under the name of its code. */
function errorContent({ describe, errorSchema }: Format, errors: readonly ApiError<string>[]) {
  const examples = Object.fromEntries(errors.map((error) => [error.code, { value: describe(error) }]));
  return { 'application/json': { schema: errorSchema, examples } };
}
