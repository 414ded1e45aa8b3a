import { noneHeld } from '../../../archive/day-rates.ts';
import { allOf } from '../../../api/query/all-of.ts';
import { answerOn, type PairAnswer, type RequestedPair } from '../../../api/query/pair-answer.ts';
import type { PublishedSite } from '../../../api/query/site.ts';
import { seriesFile } from '../../../api/query/source-files.ts';
import { withSubUnits } from '../../../api/query/with-sub-units.ts';
import { withoutOldUnits } from '../../../api/query/without-old-units.ts';
import { dateOfDay, dayNumber } from '../../../money/calendar.ts';
import { currencyOf } from '../../../money/currencies/sub-units.ts';
import { MAX_DAYS_BACK } from '../../../money/past-rates.ts';
import { market } from '../../../sources/market.ts';

/**
 * A pair's market rate of a past day from the files of the chart's line, which are the same rates. A browser keeps these
 * files offline, but not the files of all days. The answer's day has no other currencies.
 *
 * @returns undefined if the files have no rate near the day, or if the request isn't for a past day of the market
 * @throws {FileError} if a file can't be read either
 */
export async function answerOfLines(request: RequestedPair, site: PublishedSite): Promise<PairAnswer | undefined> {
  const { from, to, date, source } = request;
  if (date === undefined || source !== market.key) return undefined;
  const codes = [from, to].map(currencyOf);
  const lines = await allOf(codes.map((code) => site.read(seriesFile(market, code))));
  const wanted = dayNumber(date);
  for (let day = wanted; day >= wanted - MAX_DAYS_BACK; day--) {
    const rates = lines.map(({ firstDay, rates }) => rates[day - firstDay] ?? NaN);
    if (rates.some(Number.isNaN)) continue;
    const ofPair = {
      ...{ date: dateOfDay(day), held: noneHeld, providers: site.day.today.providers },
      rates: new Map(codes.map((code, index) => [code, rates[index] ?? NaN])),
    };
    const ofDay = withoutOldUnits(ofPair, date);
    if (codes.every((code) => ofDay.rates.has(code))) return answerOn(withSubUnits(ofDay, [from, to]), request);
  }
  return undefined;
}
