import { z } from 'zod';
import { dataHeaders, functionHeader, securityHeaders, syntheticHeader } from '../headers.ts';

const content = {
  'Access-Control-Allow-Origin': always(
    dataHeaders['Access-Control-Allow-Origin'],
    'AllowOrigin',
    'Lets a page of any origin read the response.',
  ),
  'Referrer-Policy': always(
    securityHeaders['Referrer-Policy'],
    'ReferrerPolicy',
    'Limits the referrer that browsers send.',
  ),
  'Strict-Transport-Security': always(
    securityHeaders['Strict-Transport-Security'],
    'StrictTransportSecurity',
    'Makes browsers use only HTTPS for this host.',
  ),
  'X-Content-Type-Options': always(
    securityHeaders['X-Content-Type-Options'],
    'ContentTypeOptions',
    'Stops browsers from guessing the media type.',
  ),
  'Served-By': z
    .literal(functionHeader['Served-By'])
    .optional()
    .meta({ header: { id: 'ServedBy', description: 'Sent by the Pages Function. Omitted by static files.' } }),
  'Access-Control-Expose-Headers': always(
    dataHeaders['Access-Control-Expose-Headers'],
    'ExposeHeaders',
    'Other headers that a page of another origin may read.',
  ),
};

const data = {
  ...content,
  'Cache-Control': z.string().meta({
    header: {
      id: 'Cached',
      description:
        'Caching: ten minutes, or a day for finished years. If the service is unavailable, caches may serve it for a day.',
    },
    examples: [dataHeaders['Cache-Control']],
  }),
};

const rarelySynthetic = z
  .literal(syntheticHeader.Synthetic)
  .optional()
  .meta({ header: { description: 'Sent only by `/api/historical` and its static files.' } });

const error = {
  ...content,
  'Cache-Control': always('no-store', 'NeverCached', 'Not cached, because the next response may differ.'),
};

const allow = always('GET, HEAD, OPTIONS', 'Allow', 'Methods that the endpoint accepts.');

const success = {
  ...data,
  ETag: z.string().meta({
    header: { id: 'ETag', description: 'Version of the response, to send back as `If-None-Match`.' },
  }),
};

const fileName = z.string().meta({ header: { id: 'FileName', description: 'File name for saving the CSV file.' } });
const nameOfTable = z
  .string()
  .optional()
  .meta({ header: { description: 'File name of the CSV file. Sent only by endpoints that return CSV.' } });

/** Headers of each kind of response, for OpenAPI. A header that isn't optional is always sent. */
export const openApiHeaders = {
  success: z.object(success),
  synthetic: z.object({
    ...success,
    Synthetic: always(
      syntheticHeader.Synthetic,
      'Synthetic',
      'Marks responses with invented rates, which aren’t past rates. Sent by `/api/historical` and its static files.',
    ),
  }),
  table: z.object({ ...success, 'Content-Disposition': fileName }),
  notModified: z.object({
    ...data,
    ETag: z
      .string()
      .optional()
      .meta({ header: { description: 'Version of the unchanged response. Omitted by static files.' } }),
    'Content-Disposition': nameOfTable,
    Synthetic: rarelySynthetic,
  }),
  error: z.object(error),
  // The rule for the files of `/api/historical` also applies to errors of static files at these paths.
  notFound: z.object({ ...error, Synthetic: rarelySynthetic }),
  methodNotAllowed: z.object({ ...error, Allow: allow }),
  methodNotAllowedByFile: z.object({ ...data, 'Content-Disposition': nameOfTable, Synthetic: rarelySynthetic }),
} as const;

function always(value: string, id: string, description: string) {
  return z.literal(value).meta({ header: { id, description } });
}
