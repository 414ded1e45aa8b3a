import { z } from 'zod';
import { ALLOWED_REQUEST_HEADERS, dataHeaders, functionHeader, securityHeaders } from '../format/headers.ts';

const everyAnswer = {
  'Access-Control-Allow-Origin': always(dataHeaders['Access-Control-Allow-Origin'], {
    id: 'AllowOrigin',
    description: 'A page of any origin may read the answer.',
  }),
  'Referrer-Policy': always(securityHeaders['Referrer-Policy'], { id: 'ReferrerPolicy', description: 'For browsers.' }),
  'Strict-Transport-Security': always(securityHeaders['Strict-Transport-Security'], {
    id: 'StrictTransportSecurity',
    description: 'For browsers: ask this host over HTTPS only.',
  }),
  'X-Content-Type-Options': always(securityHeaders['X-Content-Type-Options'], {
    id: 'ContentTypeOptions',
    description: 'For browsers.',
  }),
  'Served-By': z
    .literal(functionHeader['Served-By'])
    .optional()
    .meta({
      header: { id: 'ServedBy', description: 'The Pages Function made the response. A static file doesn’t have it.' },
    }),
};

const content = {
  ...everyAnswer,
  'Access-Control-Expose-Headers': always(dataHeaders['Access-Control-Expose-Headers'], {
    id: 'ExposeHeaders',
    description: 'The headers that a page of another origin may read, besides the usual ones.',
  }),
};

const data = {
  ...content,
  'Cache-Control': z.string().meta({
    header: {
      id: 'Cached',
      description:
        'May be kept for ten minutes, and for a day while the service cannot be reached; a year that is finished for a day.',
    },
    examples: [dataHeaders['Cache-Control']],
  }),
};

const error = {
  ...content,
  'Cache-Control': always('no-store', { id: 'NeverCached', description: 'The next answer may be another one.' }),
};

const methods = 'GET, HEAD, OPTIONS';
const allow = always(methods, { id: 'Allow', description: 'The methods that are answered.' });

const success = {
  ...data,
  ETag: z.string().meta({
    header: { id: 'ETag', description: 'Tells this answer from a later one: send it back as `If-None-Match`.' },
  }),
};

const fileName = z.string().meta({
  header: { id: 'FileName', description: 'The name under which a browser saves it.' },
});
const nameOfTable = z
  .string()
  .optional()
  .meta({ header: { description: 'Where the answer would be a table.' } });

/** The headers of each kind of answer, for OpenAPI. What isn't optional is always there. */
export const openApiHeaders = {
  success: z.object(success),
  table: z.object({ ...success, 'Content-Disposition': fileName }),
  notModified: z.object({
    ...data,
    ETag: z
      .string()
      .optional()
      .meta({ header: { description: 'The same as before. Left out where a file answers.' } }),
    'Content-Disposition': nameOfTable,
  }),
  error: z.object(error),
  methodNotAllowed: z.object({ ...error, Allow: allow }),
  methodNotAllowedByFile: z.object({ ...data, 'Content-Disposition': nameOfTable }),
  preflight: z.object({
    ...everyAnswer,
    'Access-Control-Allow-Headers': always(ALLOWED_REQUEST_HEADERS, {
      id: 'AllowHeaders',
      description: 'A request may have any headers.',
    }),
    'Access-Control-Allow-Methods': always(methods, { id: 'AllowMethods', description: 'What a request may do.' }),
    'Access-Control-Max-Age': always('86400', { id: 'MaxAge', description: 'Seconds until a browser asks again.' }),
    Allow: allow,
  }),
} as const;

function always(value: string, header: { id: string; description: string }) {
  return z.literal(value).meta({ header });
}
