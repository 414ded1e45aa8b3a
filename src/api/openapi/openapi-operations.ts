import type { ZodOpenApiOperationObject, ZodOpenApiPathItemObject, ZodOpenApiResponseObject } from 'zod-openapi';
import type { ApiError } from '../format/error.ts';
import { badRequest, sharedResponses } from './openapi-responses.ts';

type Operation = Omit<ZodOpenApiOperationObject, 'responses'> & { readonly success: ZodOpenApiResponseObject };

/** A file that is always there: it cannot be asked for in a wrong way. */
export function fixedFile({ success, ...operation }: Operation): ZodOpenApiOperationObject {
  const { notModified, methodNotAllowedByFile } = sharedResponses;
  return { ...operation, responses: { 200: success, 304: notModified, 405: methodNotAllowedByFile } };
}

/** A file that is there for some pairs, days or years. */
export function pairFile({ success, ...operation }: Operation): ZodOpenApiOperationObject {
  const { notModified, notFound, methodNotAllowedByFile } = sharedResponses;
  return {
    tags: ['files'],
    ...operation,
    responses: { 200: success, 304: notModified, 404: notFound, 405: methodNotAllowedByFile },
  };
}

/** What the Function answers. */
export function answered({
  success,
  badRequests,
  ...operation
}: Operation & { readonly badRequests: Readonly<Record<string, ApiError>> }): ZodOpenApiPathItemObject {
  const { notModified, notFound, methodNotAllowed, ratesUnavailable, preflight } = sharedResponses;
  const { operationId, requestParams: { path } = {} } = operation;
  return {
    get: {
      tags: ['pairs'],
      ...operation,
      responses: {
        200: success,
        304: notModified,
        400: badRequest(badRequests),
        404: notFound,
        405: methodNotAllowed,
        500: ratesUnavailable,
      },
    },
    options: {
      operationId: `${operationId}Preflight`,
      tags: ['preflight'],
      summary: 'Whether a page may ask',
      ...(path && { requestParams: { path } }),
      responses: { 204: preflight },
    },
  };
}
