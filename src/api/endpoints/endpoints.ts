import type { OwnEndpoint } from '../declaration/endpoint.ts';
import { errorSchema, unversionedErrorSchema } from '../error.schema.ts';
import { firstValues, type Format } from '../declaration/format.ts';
import { convert } from './convert.ts';
import { convertOnDate } from './convert-on-date.ts';
import { ratesByBase, ratesOnDate } from './dated-rates.ts';
import { history, historyTable } from './history.ts';
import { pairDetail } from './pair-detail.ts';
import { pairSyntheticHistory, syntheticHistory } from './synthetic-history.ts';

interface OwnApi extends Format {
  readonly endpoints: readonly OwnEndpoint[];
}

// An empty parameter counts as missing.
const read: Format['read'] = (query) => firstValues(query, (text) => text.trim() !== '');

/** Everything below `/api/v1`. Its errors have a code. */
export const versionedApi: OwnApi = {
  name: 'Ratesheet v1',
  roots: ['/api/v1'],
  endpoints: [convertOnDate, ratesOnDate, ratesByBase, history, historyTable],
  read,
  describe: ({ code, message }) => ({ success: false, code, error: message }),
  errorSchema,
};

/** The rest of our own API. The interface specification prescribes the fields of its errors. */
export const unversionedApi: OwnApi = {
  name: 'Ratesheet',
  roots: ['/api', '/series'],
  endpoints: [convert, pairDetail, syntheticHistory, pairSyntheticHistory],
  read,
  describe: ({ message }) => ({ success: false, error: message }),
  errorSchema: unversionedErrorSchema,
};

export const ownApis: readonly Format[] = [unversionedApi, versionedApi];

/** The endpoints of our own API that the Pages Function handles. The other endpoints are files. */
export const endpoints: readonly OwnEndpoint[] = [...versionedApi.endpoints, ...unversionedApi.endpoints];
