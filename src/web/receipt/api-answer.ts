import { valuesOf } from '../../api/declaration/endpoint.ts';
import { convertOnDate, type RequestedPair } from '../../api/endpoints/convert-on-date.ts';
import { ApiError } from '../../api/error.ts';
import type { PublishedSite } from '../../api/read/site.ts';
import { answerPair, type PairAnswer } from '../shared/pair-answer.ts';
import type { ReceiptQuery } from './receipt-query.ts';

/** The request for a receipt's rate. Codes are in upper case. @throws {ApiError} if a code or the date is invalid */
export function requestOf({ from, to, date }: ReceiptQuery): RequestedPair {
  return valuesOf(convertOnDate, new Map(Object.entries({ from, to, ...(date !== '' && { date }) })));
}

/** What `/api/v1/convert` returns for a request. */
export async function apiAnswer(request: RequestedPair, site: PublishedSite): Promise<PairAnswer | ApiError> {
  try {
    return await answerPair(request, site);
  } catch (error) {
    if (error instanceof ApiError) return error as ApiError;
    throw error;
  }
}
