import type {
  ZodOpenApiOperationObject,
  ZodOpenApiPathItemObject,
  ZodOpenApiPathsObject,
  ZodOpenApiResponseObject,
} from 'zod-openapi';
import { addressTooLong, type ApiError, unsupportedCurrency } from '../error.ts';
import { badRequest, sharedErrors, sharedResponses } from './openapi-responses.ts';

type Operation = Omit<ZodOpenApiOperationObject, 'responses'> & {
  readonly operationId: string;
  readonly summary: string;
  readonly success: ZodOpenApiResponseObject;
};

interface Operations extends Operation {
  /**
   * The Pages Function's errors for invalid requests. The errors for unsupported currencies and long URLs are always
   * added.
   * Omitted if the path itself is a static file.
   */
  readonly badRequests?: readonly ApiError<string>[];
  /** How the static file at the path with `.json` differs from the endpoint; omitted if there is no such file. */
  readonly file?: Partial<Operation>;
}

/** An endpoint and its static file, if it has a file. An endpoint of the Pages Function also has a preflight. */
export function operationsAt(path: string, { badRequests, file, ...operation }: Operations): ZodOpenApiPathsObject {
  const { operationId, summary, requestParams, success } = operation;
  const twin = { operationId: `${operationId}File`, tags: ['files'], summary, ...(requestParams && { requestParams }) };
  return {
    [path]: badRequests
      ? { get: ofFunction(path, operation, badRequests), options: preflightOf(operation) }
      : { get: ofFile(path, operation) },
    ...(file && { [`${path}.json`]: { get: ofFile(path, { ...twin, success, ...file }) } }),
  };
}

/** A file can only be missing if its path has parameters, so only such a path has a 404 response. */
function ofFile(path: string, { success, ...operation }: Operation): ZodOpenApiOperationObject {
  const { notModified, methodNotAllowedByFile } = sharedResponses;
  const { notFound } = sharedErrors(path);
  return {
    ...operation,
    responses: {
      200: success,
      304: notModified,
      ...(operation.requestParams && { 404: notFound }),
      405: methodNotAllowedByFile,
    },
  };
}

function ofFunction(
  path: string,
  { success, ...operation }: Operation,
  badRequests: readonly ApiError<string>[],
): ZodOpenApiOperationObject {
  const { notFound, methodNotAllowed, ratesUnavailable } = sharedErrors(path);
  return {
    ...operation,
    responses: {
      200: success,
      304: sharedResponses.notModified,
      400: badRequest(path, [...badRequests, unsupportedCurrency(['XYZ']), addressTooLong()]),
      404: notFound,
      405: methodNotAllowed,
      500: ratesUnavailable,
    },
  };
}

function preflightOf({ operationId, requestParams: { path } = {} }: Operation): ZodOpenApiOperationObject {
  return {
    operationId: `${operationId}Preflight`,
    tags: ['preflight'],
    summary: 'CORS preflight',
    ...(path && { requestParams: { path } }),
    responses: { 204: sharedResponses.preflight },
  };
}

/** Sorts the static files of endpoints after all endpoints. */
export function filesLast(endpoints: readonly ZodOpenApiPathsObject[]): ZodOpenApiPathsObject {
  const isFile = ([, { get }]: [string, ZodOpenApiPathItemObject]) => Number(get?.tags?.includes('files'));
  const paths = endpoints.flatMap((item) => Object.entries(item));
  return Object.fromEntries(paths.sort((one, other) => isFile(one) - isFile(other)));
}
