import type { OwnEndpoint } from '../declaration/endpoint.ts';
import { errorSchema, unversionedErrorSchema } from '../error.schema.ts';
import { firstValues, type Format } from '../declaration/format.ts';
import { compare } from './compare.ts';
import { convert } from './convert.ts';
import { convertOnDate } from './convert-on-date.ts';
import { ratesByBase, ratesOnDate } from './dated-rates.ts';
import { history, historyTable } from './history.ts';
import { pairDetail } from './pair-detail.ts';
import { pairSyntheticHistory, syntheticHistory } from './synthetic/synthetic-history.ts';

export interface OwnApi extends Format {
  readonly endpoints: readonly OwnEndpoint[];
  /** Whether unknown names and repeated parameters are errors. */
  readonly isStrict: boolean;
}

const isGiven = (text: string) => text.trim() !== '';

/** An empty parameter counts as missing. */
const read: OwnApi['read'] = (query) => firstValues(query, isGiven);

/** Everything below `/api/v1`. Its errors have a code. */
export const versionedApi: OwnApi = {
  name: 'Ratesheet v1',
  roots: ['/api/v1'],
  endpoints: [convertOnDate, compare, ratesOnDate, ratesByBase, history, historyTable],
  isStrict: true,
  /** The values of a list are joined: `symbols=EUR&symbols=GBP` → `EUR,GBP` */
  read(query, endpoint) {
    const values = read(query, endpoint);
    for (const [name, { kind }] of Object.entries(endpoint.parameters)) {
      if (kind === 'codes' && values.has(name)) values.set(name, query.getAll(name).filter(isGiven).join());
    }
    return values;
  },
  describe: ({ code, message }) => ({ success: false, code, error: message }),
  errorSchema,
};

/** The rest of our own API. The interface specification prescribes the fields of its errors. */
export const unversionedApi: OwnApi = {
  name: 'Ratesheet',
  roots: ['/api', '/series'],
  endpoints: [convert, pairDetail, syntheticHistory, pairSyntheticHistory],
  isStrict: false,
  read,
  describe: ({ message }) => ({ success: false, error: message }),
  errorSchema: unversionedErrorSchema,
};

export const ownApis: readonly OwnApi[] = [unversionedApi, versionedApi];

/** The endpoints of our own API that the Pages Function handles. The other endpoints are files. */
export const endpoints: readonly OwnEndpoint[] = [...versionedApi.endpoints, ...unversionedApi.endpoints];
