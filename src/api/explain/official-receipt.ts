import type { IsoDate } from '../../money/calendar.ts';
import { paths } from '../paths.ts';
import { officialYearFile } from '../query/source-files.ts';
import { conversionError } from '../endpoints/convert-on-date.ts';
import { allOf } from '../query/all-of.ts';
import { quoteOfDay, type YearQuote } from '../query/banks/official-year.ts';
import { banksReachFile } from '../query/banks/official-month.ts';
import { isLack } from '../query/lack.ts';
import type { PublishedSite } from '../query/site.ts';
import { currencyOf } from '../../money/currencies/sub-units.ts';
import type { Bank } from '../../sources/bank.ts';
import { bankOf } from '../../sources/banks.ts';
import { answerPair, type PairAnswer, type RequestedPair } from '../query/pair-answer.ts';

/** A bank's rate of a pair for a day: the requested day, or the last earlier day with rates. */
export interface OfficialReceipt extends PairAnswer {
  readonly bank: Bank;
  /** Whether it's from the day of the bank's newest rates on this site. */
  readonly isNewest: boolean;
  /** The bank's own quotes of the pair's currencies. The bank's base has none. */
  readonly quotes: readonly BankQuote[];
}

/** A bank's quote of a currency, with its place in the archive. */
export interface BankQuote extends YearQuote {
  readonly date: IsoDate;
  /** Path of the archive file that has the quote. */
  readonly path: string;
}

/**
 * The receipt of a bank's rate.
 *
 * @param request its source is a bank
 * @throws {ApiError} the API's error
 * @throws {FileError}
 */
export async function findBankReceipt(request: RequestedPair, site: PublishedSite): Promise<OfficialReceipt> {
  const bank = bankOf(request.source);
  const answer = await answerPair(request, site);
  if (isLack(answer)) throw conversionError(answer, request, site);
  const { tables } = await site.read(banksReachFile());
  const { from, to, day, held } = answer;
  const codes = [...new Set([from, to].map(currencyOf))].filter((code) => code !== bank.base);
  const quotes = codes.map((code) => findQuote(bank, code, [day.date, held.get(code) ?? day.date], site));
  return {
    ...answer,
    bank,
    isNewest: day.date === tables.get(bank.tables[0].key)?.last,
    quotes: (await allOf(quotes)).flat(),
  };
}

/**
 * A currency's quote in the first of the bank's tables that has it. The list is empty if none has it.
 *
 * @param dates the date of the first table, and the date that the currency has in another table
 */
async function findQuote(
  { tables }: Bank,
  code: string,
  [ofFirst, ofOthers]: readonly [IsoDate, IsoDate],
  site: PublishedSite,
): Promise<BankQuote[]> {
  for (const { key } of tables) {
    const date = key === tables[0].key ? ofFirst : ofOthers;
    const year = date.slice(0, 'YYYY'.length);
    const quote = quoteOfDay(await site.read(officialYearFile(key, year)), date, code);
    if (quote) return [{ ...quote, date, path: paths.officialYear(key, year) }];
  }
  return [];
}
