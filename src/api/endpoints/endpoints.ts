import type { OwnEndpoint } from '../declaration/endpoint.ts';
import { errorSchema } from '../error.schema.ts';
import { buildError } from '../error.ts';
import { firstValues, type Format } from '../declaration/format.ts';
import { convert } from './convert.ts';
import { convertOnDay } from './convert-on-day.ts';
import { ratesByBase, ratesOnDate } from './dated-rates.ts';
import { history, historyTable } from './history.ts';
import { pairDetail } from './pair-detail.ts';
import { pairSyntheticHistory, syntheticHistory } from './synthetic-history.ts';

/**
 * The endpoints of our own API that the Pages Function handles. The other endpoints are files. If a path matches several
 * endpoints, the first handles it.
 */
export const endpoints: readonly OwnEndpoint[] = [
  convert,
  pairDetail,
  syntheticHistory,
  pairSyntheticHistory,
  convertOnDay,
  ratesOnDate,
  ratesByBase,
  history,
  historyTable,
];

export const ownApi: Format = {
  name: 'Ratesheet',
  endpoints,
  // An empty parameter counts as missing.
  read: (query) => firstValues(query, (text) => text.trim() !== ''),
  describe: ({ message }) => buildError(message),
  errorSchema,
};
