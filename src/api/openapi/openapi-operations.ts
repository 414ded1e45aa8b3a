import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { addressTooLong, type ApiError, unsupportedCurrency } from '../error.ts';
import { badRequest, sharedResponses } from './openapi-responses.ts';

interface Operation extends Omit<ZodOpenApiOperationObject, 'responses'> {
  readonly operationId: string;
  readonly summary: string;
  readonly success: ZodOpenApiResponseObject;
}

/** A GET request that a static file responds to. A file can only be missing if its path has parameters. */
export function fileOperation(path: string, { success, ...operation }: Operation): ZodOpenApiPathsObject {
  const { notModified, notFound, methodNotAllowedByFile } = sharedResponses;
  const responses = {
    200: success,
    304: notModified,
    ...(operation.requestParams && { 404: notFound }),
    405: methodNotAllowedByFile,
  };
  return { [path]: { get: { ...operation, 'x-metered': false, responses } } };
}

/**
 * A GET request that the Pages Function handles.
 *
 * @param badRequests the errors for invalid requests. The errors for unknown codes and long URLs are always added
 */
export function functionOperation(
  path: string,
  { success, ...operation }: Operation,
  badRequests: Readonly<Record<string, ApiError>>,
): ZodOpenApiPathsObject {
  const { notModified, notFound, methodNotAllowed, ratesUnavailable } = sharedResponses;
  const ofAll = { unsupported_currency: unsupportedCurrency(['XYZ']), address_too_long: addressTooLong() };
  const responses = {
    200: success,
    304: notModified,
    400: badRequest({ ...badRequests, ...ofAll }),
    404: notFound,
    405: methodNotAllowed,
    500: ratesUnavailable,
  };
  return { [path]: { get: { ...operation, 'x-metered': true, responses } } };
}
