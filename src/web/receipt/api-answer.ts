import type { DatedConversion } from '../../api/endpoints/convert-on-date.schema.ts';
import { convertOnDate } from '../../api/endpoints/convert-on-date.ts';
import { valuesOf } from '../../api/declaration/endpoint.ts';
import { ApiError } from '../../api/error.ts';
import type { Site } from '../../api/read/site.ts';
import type { SourceName } from '../../api/source-fields.ts';
import type { ReceiptQuery } from './receipt-query.ts';

/** The currencies' codes in upper case, and the date. @throws {ApiError} if a code or the date is invalid */
export function parseRequest({ from, to, date }: ReceiptQuery) {
  return valuesOf(convertOnDate, new Map(Object.entries({ from, to, ...(date !== '' && { date }) })));
}

/** What `/api/v1/convert` returns for a pair and a date: the API's own code runs in the browser. */
export async function apiAnswer(
  query: ReceiptQuery,
  site: Site,
  source: SourceName = 'market',
): Promise<DatedConversion | ApiError> {
  try {
    const body = await convertOnDate.handle({ ...parseRequest(query), source }, site);
    return JSON.parse(String(body)) as DatedConversion;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
