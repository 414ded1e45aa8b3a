import type { IsoDate } from '../money/calendar.ts';
import { retiredCurrencies, successorInWords } from '../money/currencies/facts.ts';
import { subUnits, unitOf } from '../money/currencies/sub-units.ts';
import type { Pair } from './arguments.ts';

/*
 * The errors that ratesheet.d.ts describes. Each class sets its name as a string, because a user's bundler may rename
 * classes.
 */

export class RatesheetError extends Error {}

export class UnknownCurrency extends RatesheetError {
  override readonly name = 'UnknownCurrency';
  declare readonly currency: string;
  declare readonly successor: string | undefined;

  /** @param advice further advice about a currency that has a code */
  constructor(currency: string, advice = '') {
    super(`Unknown currency: ${currency}. ${adviceOn(currency)}${advice}`);
    this.currency = currency;
    this.successor = retiredCurrencies.get(currency)?.successor;
  }
}

export class NoRateForDate extends RatesheetError {
  override readonly name = 'NoRateForDate';
  declare readonly from: string;
  declare readonly to: string;
  declare readonly date: IsoDate | undefined;

  /**
   * @param when the days without a rate in words, such as `today`
   * @param advice what to do, unless a currency was retired before these days
   * @param date the first of these days; undefined for today
   */
  constructor([from, to]: Pair, when: string, advice: string, date?: IsoDate) {
    const retired = [from, to].map((code) => retiredCurrencies.get(code)).find((of) => of && !(date && date < of.date));
    const what = from === to ? `for ${from}` : `from ${from} to ${to}`;
    super(`No rate ${what} ${when}. ${retired ? `${successorInWords(retired)}.` : advice}`);
    this.from = from;
    this.to = to;
    this.date = date;
  }
}

export class StaleRates extends RatesheetError {
  override readonly name = 'StaleRates';
  declare readonly date: IsoDate;

  /**
   * @param age the number of days since `date`
   * @param maxAge the option; undefined if it isn't set
   */
  constructor(date: IsoDate, age: number, maxAge?: number) {
    const why = maxAge === undefined ? 'stale' : `older than maxAge (${maxAge}) allows`;
    super(`The rates of ${date} are ${why}. To accept them, set maxAge to ${Math.max(age, 0)} or more.`);
    this.date = date;
  }
}

export class RequestFailed extends RatesheetError {
  override readonly name = 'RequestFailed';
  declare readonly url: string;
  declare readonly status: number | undefined;
  declare readonly code: string | undefined;

  /** @param code the API's error code; undefined if the response isn't an error of the API */
  constructor(url: string, cause: unknown, status?: number, code?: string) {
    super(`${url}: ${reasonOf(cause)}`, { cause });
    this.url = url;
    this.status = status;
    this.code = code;
  }
}

/** What to do about a text that isn't the code of one of the site's currencies. */
function adviceOn(text: string): string {
  const unit = subUnits.get(unitOf(text));
  if (unit) return `Use ${unit.of}. 1 ${unit.of} is 100 ${unit.code}.`;
  if (/[a-z]/.test(text) && /[A-Z]/.test(text)) return 'Write the code in upper or lower case.';
  const retired = retiredCurrencies.get(text);
  return retired ? `${successorInWords(retired)}.` : 'See /api/v1/currencies for the codes of all currencies.';
}

/** `fetch failed (connect ECONNREFUSED 127.0.0.1:80)` */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  // Node.js gives the reason of a failed request only in the cause, or in its list of errors if it tried several addresses.
  const ofRequest = cause instanceof TypeError ? cause.cause : undefined;
  const reason: unknown = ofRequest instanceof AggregateError ? ofRequest.errors[0] : ofRequest;
  return reason instanceof Error ? `${cause.message} (${reason.message})` : cause.message;
}
