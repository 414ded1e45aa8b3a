import { valuesOf } from '../declaration/endpoint.ts';
import { conversionError, convertOnDate } from '../endpoints/convert-on-date.ts';
import { ApiError } from '../error.ts';
import { isLack } from '../read/lack.ts';
import type { PublishedSite } from '../read/site.ts';
import { answerPair, type PairAnswer, type RequestedPair } from '../read/pair-answer.ts';
import type { ReceiptQuery } from './receipt-query.ts';

/** A receipt isn't possible. */
export class NoReceiptError extends Error {
  override readonly name = 'NoReceiptError';
  /** What the API returns for the request: an error, or an earlier rate. */
  readonly answer: PairAnswer | ApiError;
  /** Why the archive lacks the day, in a sentence; undefined if the API's error says it. */
  readonly reason: string | undefined;

  constructor(answer: PairAnswer | ApiError, reason?: string) {
    super(answer instanceof ApiError ? answer.message : reason);
    this.answer = answer;
    this.reason = reason;
  }
}

/** The request for a receipt's rate. Codes are in upper case. @throws {NoReceiptError} if the query is invalid */
export function requestOf(query: ReceiptQuery): RequestedPair {
  try {
    return valuesOf(convertOnDate, new Map(Object.entries(query).filter(([, text]) => text !== '')));
  } catch (error) {
    if (error instanceof ApiError) throw new NoReceiptError(error as ApiError);
    throw error;
  }
}

/** What `/api/v1/convert` returns for a request. */
export async function apiAnswer(request: RequestedPair, site: PublishedSite): Promise<PairAnswer | ApiError> {
  const answer = await answerPair(request, site);
  return isLack(answer) ? conversionError(answer, request, site) : answer;
}
