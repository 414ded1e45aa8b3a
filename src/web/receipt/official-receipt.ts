import type { RequestedPair } from '../../api/endpoints/convert-on-date.ts';
import { ApiError } from '../../api/error.ts';
import { officialDaysFile } from '../../api/published/official-files.ts';
import type { PublishedSite } from '../../api/read/site.ts';
import { currencyOf } from '../../currencies/sub-units.ts';
import { bankOf } from '../../sources/banks/banks.ts';
import { apiAnswer } from './api-answer.ts';
import type { PairAnswer } from '../shared/pair-answer.ts';

/** The European Central Bank's rate of a pair for a day: the requested day, or the last business day before. */
export interface OfficialReceipt extends PairAnswer {
  /** Whether it's from the day of the site's newest official rates. */
  readonly isNewest: boolean;
}

/** The official rate that the API returns for a pair; undefined if it returns an error. */
export async function findOfficial(
  request: Omit<RequestedPair, 'source'>,
  site: PublishedSite,
): Promise<OfficialReceipt | undefined> {
  const { codes, last } = await site.read(officialDaysFile(bankOf('ecb')));
  // For other currencies, the API's error names the market's rates. Looking for them would load more files.
  if (![request.from, request.to].every((code) => codes.has(currencyOf(code)))) return undefined;
  const answer = await apiAnswer({ ...request, source: 'ecb' }, site);
  if (answer instanceof ApiError) return undefined;
  return { ...answer, isNewest: answer.day.date === last };
}
