import { EARLIEST, LATEST } from '../../../money/calendar.ts';
import { retiredCurrencies, type RetiredCurrency } from '../../../money/currencies/facts.ts';
import type { Lack } from '../../../api/query/lack.ts';
import { unitChanges } from '../../../money/currencies/unit-changes.ts';
import { text } from '../../frame/text.ts';
import { format, list, localDate, localPeriod } from '../../visitor/visitor-format.ts';
import type { PageState } from '../address/address-state.ts';
import { bankName } from '../bank-name.ts';
import { withheldNote } from '../withheld-note.ts';

/** The reason for a missing rate, in the visitor's language. The API's errors are in English and name its parameters. */
export function lackInWords(lack: Lack): string[] {
  return [...reasonInWords(lack), ...withheldNote(lack.withheld ?? [])];
}

function reasonInWords(lack: Lack): string[] {
  switch (lack.lack) {
    case 'unknown_currency':
      return lack.codes.map((code) => {
        const retired = retiredCurrencies.get(code);
        return retired ? retiredInWords(retired) : text('unknownCode', { code });
      });
    case 'nothing_fetched':
      return [text('bankHasNothing', { bank: bankName(lack.source.key) })];
    case 'never_quoted':
      return [text('bankNeverQuotes', { bank: bankName(lack.source.key), code: lack.code })];
    case 'not_quoted': {
      const { source, code, date, periods } = lack;
      const values = { bank: bankName(source.key), code, date: localDate(date) };
      return [text('bankNotOn', { ...values, periods: list.format(periods.map(localPeriod)) })];
    }
    case 'no_rate_today': {
      const changes = unitChanges(lack.ofOldUnit, EARLIEST, LATEST);
      return [
        text('noRateToday', { codes: list.format(lack.codes) }),
        ...changes.map(({ code, date }) => text('oldUnit', { code, date: localDate(date) })),
      ];
    }
    case 'no_rate_near_date':
      return [text('noRateNear', { codes: list.format(lack.codes), date: localDate(lack.date) })];
    case 'date_out_of_range': {
      const { date, first, last } = lack;
      const values = { date: localDate(date), first: localDate(first), last: localDate(last) };
      return [text(({ early: 'tooEarly', future: 'inFuture', late: 'tooLate' } as const)[lack.is], values)];
    }
    // The page has no rules and asks for no range of days.
    case 'not_published_yet':
    case 'no_rate_in_range':
      return [text('failed')];
  }
}

/** `HRK was replaced by EUR on January 1, 2023: 7.5345 HRK = 1 EUR.` */
export function retiredInWords({ code, successor, date, amount, becomes }: RetiredCurrency): string {
  const [old, now] = [`${format.plain(amount)} ${code}`, `${format.plain(becomes)} ${successor}`];
  return text('retired', { code, successor, date: localDate(date), old, now });
}

/**
 * What is invalid in the page's URL; undefined if it's something that a link can't cause.
 *
 * @param code the code of the API's error
 */
export function invalidInWords(code: string, { from, to, date, source }: PageState): string | undefined {
  switch (code) {
    case 'unsupported_currency':
      return text('unknownCode', { code: [from, to].find((each) => !/^[A-Z0-9]{3,6}$/.test(each)) ?? from });
    case 'invalid_amount':
      return text('amountInvalid', { example: format.plain(12.5) });
    case 'amount_out_of_range':
      return text('amountOutOfRange');
    case 'invalid_date':
      return text('dateInvalid', { date });
    case 'invalid_source':
      return text('sourceInvalid', { source });
    default:
      return undefined;
  }
}
