import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { addressTooLong, type ApiError, unsupportedCurrency, unsupportedParameters } from '../error.ts';
import { addresses } from '../paths.ts';
import { badRequest, sharedErrors, sharedResponses } from './openapi-responses.ts';

interface Operation extends Omit<ZodOpenApiOperationObject, 'responses'> {
  readonly operationId: string;
  readonly summary: string;
  readonly success: ZodOpenApiResponseObject;
}

/** A GET request that a static file responds to. A file can only be missing if its path has parameters. */
export function fileOperation(path: string, { success, ...operation }: Operation): ZodOpenApiPathsObject {
  const { notModified, methodNotAllowedByFile } = sharedResponses;
  const responses = {
    200: success,
    304: notModified,
    ...(operation.requestParams && { 404: sharedErrors(path).notFound }),
    405: methodNotAllowedByFile,
  };
  return { [path]: { get: { ...operation, 'x-metered': false, responses } } };
}

/**
 * A GET request that the Pages Function handles.
 *
 * @param badRequests the errors for invalid requests. {@link errorsOfAll} are always added
 */
export function functionOperation(
  path: string,
  { success, ...operation }: Operation,
  badRequests: readonly ApiError<string>[],
): ZodOpenApiPathsObject {
  const { notFound, methodNotAllowed, ratesUnavailable } = sharedErrors(path);
  const responses = {
    200: success,
    304: sharedResponses.notModified,
    400: badRequest(path, [...badRequests, ...errorsOfAll(path)]),
    404: notFound,
    405: methodNotAllowed,
    500: ratesUnavailable,
  };
  return { [path]: { get: { ...operation, 'x-metered': true, responses } } };
}

/** The errors of every endpoint. */
const errorsOfAll = (path: string) => [
  unsupportedParameters(['start_date'], 'Use /api/v1/history?from=USD&to=EUR&start=2026-06-03'),
  unsupportedCurrency(['XYZ'], path.startsWith('/api/v1/') ? addresses.currencyFacts : addresses.currencyList),
  addressTooLong(),
];
