import { conversionError } from '../endpoints/convert-on-date.ts';
import { isLack } from '../query/lack.ts';
import { answerPair, latestDay, type RequestedPair } from '../query/pair-answer.ts';
import { addresses, proofPaths } from '../paths.ts';
import { newestEntryFile } from '../query/publish-log.ts';
import { publishedIn } from '../query/market-days.ts';
import { allOf } from '../query/all-of.ts';
import { currencyOf } from '../../money/currencies/sub-units.ts';
import type { PublishedSite } from '../query/site.ts';
import { requestAddress } from '../request-address.ts';
import { market } from '../../sources/market.ts';
import { FileError } from '../../text/site-problem.ts';
import { explainBank } from './explain-bank.ts';
import { explainMarket } from './explain-market.ts';
import type { RateExplanation } from './explain-rate.schema.ts';
import { receiptQuery } from './receipt-query.ts';

/**
 * Why a rate is what it is: the facts of the page `/receipt` before its check, in the same words. If a request is valid
 * but has no rate, the explanation has the API's error.
 *
 * @throws {ApiError} if the request is invalid, or if the source never has the rate
 * @throws {FileError} if a file is missing or invalid
 */
export async function explainRate(request: RequestedPair, site: PublishedSite): Promise<RateExplanation> {
  const { from, to, date, before, source, rule } = request;
  const isMarket = source === market.key;
  // The explanation is of the day before, if that day's rate counts: it doesn't if a currency's unit changes on the date.
  const answer = before === undefined ? undefined : await answerPair(request, site);
  if (answer && isLack(answer)) throw conversionError(answer, request, site);
  const explainedRequest = { from, to, date: latestDay(request), source, rule };
  const files = new Set<string>();
  const recording = recordingReads(site, files);
  const [explained, publish] = await allOf([
    (isMarket ? explainMarket : explainBank)(explainedRequest, recording),
    newestPublish(recording),
  ]);
  // The site has read today's market rates before.
  if (isMarket && explained.date >= site.day.rate_as_of) {
    for (const code of [from, to].map(currencyOf)) files.add(publishedIn(code, site.day.rate_as_of, site));
  }
  const chosen = rule ? { source: '', rule: rule.key } : { source: isMarket ? '' : source };
  const query = { from, to, date: explainedRequest.date ?? '', ...chosen };
  return {
    ...{ success: true, from, to, requested_date: date ?? null, requested_before: before ?? null },
    ...explained,
    publish,
    links: {
      receipt: `/receipt${receiptQuery(query)}`,
      api: requestAddress(
        addresses.convertOnDate,
        new Map(Object.entries({ ...query, date: date ?? '', before: before ?? '' })),
      ),
      files: [...files].sort().map((path) => `/${path}`),
    },
  };
}

/** The site, which adds the path of each file that it reads. */
function recordingReads(site: PublishedSite, paths: Set<string>): PublishedSite {
  return {
    day: site.day,
    now: site.now,
    read(file) {
      paths.add(file.path);
      return site.read(file);
    },
  };
}

/** The newest entry of the publish log. It only vouches for the explanation, so null if it can't be read. */
async function newestPublish(site: PublishedSite): Promise<RateExplanation['publish']> {
  try {
    const { date, retrieved_at, recorded = false, source, version, commit = null } = await site.read(newestEntryFile());
    return {
      ...{ date, retrieved_at, recorded, source_url: source.url, source_sha256: source.sha256, version, commit },
      entry: `/${proofPaths.newestEntry}`,
      checksums: `/${proofPaths.checksums}`,
      log: `/${proofPaths.publishLogYear(date.slice(0, 'YYYY'.length))}`,
    };
  } catch (error) {
    if (error instanceof FileError) return null;
    throw error;
  }
}
