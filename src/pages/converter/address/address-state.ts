import { unitOf } from '../../../money/currencies/sub-units.ts';
import { parseAmount } from '../../../money/amount.ts';
import { isRange, type Range } from '../../chart/chart-range.ts';
import { parseTypedAmount } from '../../typing/typed-amount.ts';

/**
 * What the page was asked, as in its URL: `/?from=EUR&to=JPY&amount=100`. Currencies, amount, date and source are texts
 * that may be invalid. The page answers them as the API does.
 */
export interface PageState {
  readonly from: string;
  readonly to: string;
  /** The amount as in the API, such as `1234.5`. */
  readonly amount: string;
  /** The currency of the amount. The other amount is computed. */
  readonly given: Side;
  /** The chart's range. */
  readonly range: Range;
  /** The day of the rate, `YYYY-MM-DD`; empty for the newest. */
  readonly date: string;
  /** Where the rates come from: `market`, or the key of a bank. */
  readonly source: string;
}

/** A side of the converter. */
export type Side = 'from' | 'to';

export const otherSide: Readonly<Record<Side, Side>> = { from: 'to', to: 'from' };

export const initialState: PageState = {
  from: 'USD',
  to: 'EUR',
  amount: '100',
  given: 'from',
  range: '1m',
  date: '',
  source: 'market',
};

/** The URL's parameter with a question, such as `100 usd in eur`. */
export const QUESTION = 'q';

/** Names of the amount in the URL. */
const amountNames = { from: 'amount', to: 'to_amount' } as const satisfies Record<Side, string>;

/**
 * Parses a query that the page or a person wrote. A missing value gets the initial value, and a missing currency differs
 * from the other currency of the pair.
 *
 * @param locale the visitor's locale, for an amount with separators
 * @param home the pair of a query without one
 */
export function parseState(search: string, locale: string, home: Pick<PageState, Side> = initialState): PageState {
  const query = new URLSearchParams(search);
  const textOf = (name: string) => query.get(name) ?? '';
  const [from, to, range] = [unitOf(textOf('from')), unitOf(textOf('to')), textOf('range')];
  const given = textOf(amountNames.from) === '' && textOf(amountNames.to) !== '' ? 'to' : 'from';
  // A link with only one currency means the same to all visitors.
  const usual = from === '' && to === '' ? home : initialState;
  return {
    from: from || (to === usual.from ? usual.to : usual.from),
    to: to || (from === usual.to ? usual.from : usual.to),
    amount: plainAmount(textOf(amountNames[given]), locale) || initialState.amount,
    given,
    range: isRange(range) ? range : initialState.range,
    date: textOf('date'),
    source: textOf('source') || initialState.source,
  };
}

/** The number format of the page's own URLs is tried first, because it has the same meaning in every locale. */
function plainAmount(text: string, locale: string): string {
  if (parseAmount(text) !== undefined) return text;
  return String(parseTypedAmount(text, locale) ?? text);
}

/** The query of a state. A removed amount is omitted, and so are range, date and source if they have initial values. */
export function queryOf({ from, to, amount, given, range, date, source }: PageState): string {
  const query = new URLSearchParams({ from, to });
  if (amount !== '') query.set(amountNames[given], amount);
  if (range !== initialState.range) query.set('range', range);
  if (date !== '') query.set('date', date);
  if (source !== initialState.source) query.set('source', source);
  return `?${query.toString()}`;
}
