import { withheldAmong } from '../archive/day-rates.ts';
import { referenceOf } from '../api/query/banks/bank-day.ts';
import { isLack } from '../api/query/lack.ts';
import { answerPair } from '../api/query/pair-answer.ts';
import { siteByYear } from '../api/query/site-by-year.ts';
import { currencyOf } from '../money/currencies/sub-units.ts';
import { noteInWords } from '../spreadsheet/note.ts';
import { termsOf } from '../spreadsheet/terms.ts';
import { present } from '../text/present.ts';
import { dateOf, invalid, type Pair } from './arguments.ts';
import { NoRateForDate, UnknownCurrency } from './errors.ts';
import type { Rate, RateOptions } from './ratesheet.d.ts';
import { openSite } from './rows.ts';
import type { Read } from './site-reader.ts';

/**
 * The rate that a rule asks for, as `/api/v1/convert` has it.
 *
 * @param read the reader of `convertRows`
 * @throws {RangeError | UnknownCurrency | NoRateForDate}
 */
export async function rateByRule(read: Read, [from, to]: Pair, options: RateOptions): Promise<Rate> {
  const { before, orEarlier, source } = options;
  const rule = present(termsOf({ to, rule: options.rule, source }).rule, 'rule');
  const other = Object.entries({ before, orEarlier }).find(([, value]) => value !== undefined);
  if (other) throw invalid('rule', rule.key, `The rule chooses the day from date. Omit ${other[0]}`);
  const date = dateOf('date', options);
  if (date === undefined) throw invalid('date', date, `The rule ${rule.key} needs a date: ${rule.date_is}`);
  const lacking = (why: string) =>
    new NoRateForDate([from, to], `by the rule ${rule.key} for ${date}`, `${why}.`, date);
  if (date < rule.from || (rule.until !== null && date > rule.until))
    throw lacking(noteInWords({ note: 'rule_not_in_force', rule }));
  const site = siteByYear(await openSite(read), [from, to].map(currencyOf));
  const answer = await answerPair({ from, to, date, source: rule.bank.key, rule }, site);
  if (isLack(answer)) {
    if (answer.lack === 'never_quoted') throw new UnknownCurrency(answer.code);
    const why = noteInWords({ note: 'no_rate', lack: answer });
    throw lacking(why.charAt(0).toUpperCase() + why.slice(1));
  }
  return {
    ...{ from, to, rate: answer.rate, date: answer.asOf, stale: false, source: rule.bank.key },
    ...referenceOf(answer.day, [from, to]),
    ...withheldAmong(answer.day, [from, to]),
  };
}
