import type { IsoDate } from '../../money/calendar.ts';
import { appliedRule } from '../endpoints/convert-on-date.ts';
import { explainDoubt, isOfWholeDay } from '../../archive/official-doubts.ts';
import type { Correction } from '../../archive/official-rates.schema.ts';
import { capitalized } from '../../text/wording/capitalized.ts';
import type { RequestedPair } from '../query/pair-answer.ts';
import type { Status } from '../documents/status.ts';
import { statusFile } from '../query/market-files.ts';
import { allOf } from '../query/all-of.ts';
import type { PublishedSite } from '../query/site.ts';
import { type Explained, explainedRate } from './explained-answer.ts';
import { findBankReceipt } from './official-receipt.ts';
import { officialInWords, quoteInWords, unitsInWords } from './receipt-words.ts';

/** Explains a bank's rate. @throws {ApiError} if the bank doesn't have the rate */
export async function explainBank(request: RequestedPair, site: PublishedSite): Promise<Explained> {
  const { from, to, rule } = request;
  const [official, { banks }] = await allOf([findBankReceipt(request, site), site.read(statusFile())]);
  const { bank, quotes, day, asOf } = official;
  // A rule's date isn't the day of the rate.
  const { date = day.date } = rule ? day : request;
  const [summary, calculation] = officialInWords({ from, to, date }, official);
  const applied = appliedRule(request);
  const tables = banks.filter(({ source }) => source === bank.key);
  const codes = quotes.map(({ code }) => code);
  const isOfQuote = (change: Correction) =>
    quotes.some(({ code, date }) => change.code === code && change.date === date);
  return {
    date,
    summary,
    ...explainedRate(official, date),
    ...(applied && { rule: applied }),
    calculation,
    not_archived: null,
    notes: unitsInWords([from, to]),
    currencies: [],
    bank: {
      quotes: quotes.map((quote) => {
        const { code, value, units, date, reference = null, path, column } = quote;
        return { code, quote: quoteInWords(bank, quote), value, units, date, reference, file: `/${path}`, column };
      }),
      problem: tables.find(({ problem }) => problem !== null)?.problem ?? null,
      doubts: tables.flatMap(({ table, doubts }) =>
        doubts.filter(mayMatter(codes, asOf, request.date)).map((doubt) => {
          const { date, code, reason, since, ends_by } = doubt;
          return { table, date, code, reason, since, ends_by, explanation: `${capitalized(explainDoubt(doubt))}.` };
        }),
      ),
      corrections: tables.flatMap(({ corrections }) => corrections.newest.filter(isOfQuote)),
      late: tables.flatMap(({ late }) => late.newest.filter(isOfQuote)),
    },
  };
}

/**
 * Whether a doubt may be why a rate isn't newer, or isn't what the bank's file says.
 *
 * @param codes the quoted currencies of the pair
 * @param asOf the date of the rate
 * @param date the requested date; undefined for the newest rate
 */
function mayMatter(codes: readonly string[], asOf: string, date: IsoDate | undefined) {
  return (doubt: Status['banks'][number]['doubts'][number]) =>
    doubt.reason === 'too_many_changes' ||
    ((isOfWholeDay(doubt) || codes.includes(doubt.code ?? '')) &&
      doubt.date >= asOf &&
      (date === undefined || doubt.date <= date));
}
