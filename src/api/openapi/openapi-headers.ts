import { dataHeaders, functionHeader, securityHeaders, syntheticHeader } from '../headers.ts';

const values = { ...dataHeaders, ...securityHeaders, ...functionHeader, ...syntheticHeader };

const content = {
  ...fixed('Access-Control-Allow-Origin', 'Lets a page of any origin read the response.'),
  ...fixed('Referrer-Policy', 'Limits the referrer that browsers send.'),
  ...fixed('Strict-Transport-Security', 'Makes browsers use only HTTPS for this host.'),
  ...fixed('X-Content-Type-Options', 'Stops browsers from guessing the media type.'),
  ...sometimes('Served-By', 'Sent by the Pages Function. Omitted by static files.', { const: values['Served-By'] }),
  ...fixed('Access-Control-Expose-Headers', 'Other headers that a page of another origin may read.'),
};

const data = {
  ...content,
  ...always(
    'Cache-Control',
    'Caching: ten minutes, or a day for finished years. If the service is unavailable, caches may serve it for a day.',
    { examples: [values['Cache-Control']] },
  ),
};

const success = { ...data, ...always('ETag', 'Version of the response, to send back as `If-None-Match`.') };

const error = {
  ...content,
  ...always('Cache-Control', 'Not cached, because the next response may differ.', { const: 'no-store' }),
};

const fileName = sometimes('Content-Disposition', 'File name of the CSV file. Sent only by endpoints that return CSV.');
const rarelySynthetic = sometimes('Synthetic', 'Sent only by `/api/historical` and its static files.', {
  const: values.Synthetic,
});

/** Headers of each kind of response, for OpenAPI. A header that isn't required is omitted from some responses. */
export const openApiHeaders = {
  success,
  synthetic: {
    ...success,
    ...fixed(
      'Synthetic',
      'Marks responses with invented rates, which aren’t past rates. Sent by `/api/historical` and its static files.',
    ),
  },
  table: { ...success, ...always('Content-Disposition', 'File name for saving the CSV file.') },
  notModified: {
    ...data,
    ...sometimes('ETag', 'Version of the unchanged response. Omitted by static files.'),
    ...fileName,
    ...rarelySynthetic,
  },
  error,
  // The rule for the files of `/api/historical` also applies to errors of static files at these paths.
  notFound: { ...error, ...rarelySynthetic },
  methodNotAllowed: {
    ...error,
    ...always('Allow', 'Methods that the endpoint accepts.', { const: 'GET, HEAD, OPTIONS' }),
  },
  methodNotAllowedByFile: { ...data, ...fileName, ...rarelySynthetic },
};

interface Schema {
  readonly const?: string;
  readonly examples?: string[];
}

/** A header that is always sent, with the same value. */
function fixed(name: keyof typeof values, description: string) {
  return always(name, description, { const: values[name] });
}

function always(name: string, description: string, schema: Schema = {}) {
  return { [name]: { description, required: true, schema: { type: 'string' as const, ...schema } } };
}

function sometimes(name: string, description: string, schema: Schema = {}) {
  return { [name]: { description, schema: { type: 'string' as const, ...schema } } };
}
