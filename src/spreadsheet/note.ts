import type { Lack } from '../api/query/lack.ts';
import { retiredCurrencies } from '../money/currencies/facts.ts';
import type { Rule } from '../sources/rules/rule.ts';
import type { Unread } from './read-rows.ts';

/** What a row's last column says. */
export type Note =
  | Unread
  | { readonly note: 'no_rate'; readonly lack: Lack }
  | { readonly note: 'rule_not_in_force'; readonly rule: Rule }
  /** The row has a rate, but one of a later day is in doubt. */
  | { readonly note: 'waits'; readonly date: string; readonly endsBy: string };

/**
 * A note in English, in ASCII, which every encoding has. It begins with a letter and has nothing of the file's text, so
 * no spreadsheet program takes it for a formula.
 */
export function noteInWords(note: Note): string {
  switch (note.note) {
    case 'no_date':
      return 'no date';
    case 'no_amount':
      return 'no amount';
    case 'no_currency':
      return 'no currency';
    case 'more_cells':
      return 'more cells than the header';
    case 'unread_date':
      return 'the date has another form';
    case 'unread_amount':
      return 'the amount has another form';
    case 'unread_currency':
      return 'the currency is not a code such as EUR';
    case 'two_currencies':
      return 'the amount and the column of currencies differ';
    case 'no_rate':
      return lackInWords(note.lack);
    case 'rule_not_in_force': {
      const { key, from, until } = note.rule;
      return `${key} is applied from ${from}${until === null ? ' on' : ` to ${until}`}`;
    }
    case 'waits':
      return `the rate of ${note.date} is in doubt until ${note.endsBy} at the latest`;
  }
}

function lackInWords(lack: Lack): string {
  switch (lack.lack) {
    case 'unknown_currency':
      return lack.codes.map(unknownInWords).join('; ');
    case 'nothing_fetched':
      return `no rates of ${lack.source.key} on this site`;
    case 'never_quoted':
      return `no rates of ${lack.code} from ${lack.source.key}`;
    case 'not_quoted':
      return `no rate of ${lack.code} from ${lack.source.key} on ${lack.date}`;
    case 'no_rate_today':
      return `no rate of ${lack.codes.join(' and ')} today`;
    case 'no_rate_near_date':
      return `no rate of ${lack.codes.join(' and ')} on ${lack.date} or shortly before`;
    case 'date_out_of_range': {
      if (lack.is === 'early') return `rates begin on ${lack.first}`;
      return lack.is === 'future' ? `${lack.date} is in the future` : `the newest rates are of ${lack.last}`;
    }
    case 'not_published_yet': {
      if (lack.why === 'doubt') return `the rate of ${lack.date} is in doubt`;
      const why = lack.why === 'problem' ? 'could not be read yet' : 'is not published yet';
      return `the rate of ${lack.date} ${why}`;
    }
    case 'no_rate_in_range':
      return `no rate from ${lack.start} to ${lack.end}`;
  }
}

function unknownInWords(code: string): string {
  const retired = retiredCurrencies.get(code);
  return retired ? `${code} was replaced by ${retired.successor} on ${retired.date}` : `unknown currency ${code}`;
}
