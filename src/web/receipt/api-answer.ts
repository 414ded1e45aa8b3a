import { valuesOf } from '../../api/declaration/endpoint.ts';
import { convertOnDate, dayOfPair, type RequestedPair } from '../../api/endpoints/convert-on-date.ts';
import { ApiError } from '../../api/error.ts';
import type { PublishedSite } from '../../api/read/site.ts';
import { crossRate } from '../../rates/cross-rate.ts';
import { present } from '../../text/present.ts';
import { dateOfRates } from '../../validation/snapshot/held-dates.ts';
import type { ReceiptQuery } from './receipt-query.ts';

/** A rate as `/api/v1/convert` returns it. */
export interface ApiRate {
  readonly rate: number;
  /** The date of the rate. If a currency of the pair is held, it's before the day. */
  readonly asOf: string;
  /** The day whose rates were used. */
  readonly day: string;
  /** Units of each currency or sub-unit per 1 unit of the source's base. */
  readonly perBase: readonly [from: number, to: number];
}

/** The request for a receipt's rate. Codes are in upper case. @throws {ApiError} if a code or the date is invalid */
export function requestOf({ from, to, date }: ReceiptQuery): RequestedPair {
  return valuesOf(convertOnDate, new Map(Object.entries({ from, to, ...(date !== '' && { date }) })));
}

/** What `/api/v1/convert` returns for a request. */
export async function apiAnswer(request: RequestedPair, site: PublishedSite): Promise<ApiRate | ApiError> {
  const { from, to } = request;
  try {
    const { day } = await dayOfPair(request, site);
    const [ofFrom, ofTo] = [from, to].map((code) => present(day.rates.get(code), `rate of ${code}`)) as [
      number,
      number,
    ];
    return {
      rate: crossRate(ofFrom, ofTo),
      asOf: dateOfRates(day, from, [to]),
      day: day.date,
      perBase: [ofFrom, ofTo],
    };
  } catch (error) {
    if (error instanceof ApiError) return error as ApiError;
    throw error;
  }
}
