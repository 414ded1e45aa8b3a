import type { Pair } from './arguments.ts';

/*
 * The errors that ratesheet.d.ts describes. Each class sets its name as a string, because
 * minifying renames classes.
 */

export class RatesheetError extends Error {}

export class UnknownCurrency extends RatesheetError {
  override readonly name = 'UnknownCurrency';
  declare readonly currency: string;

  constructor(currency: string) {
    super(`Unknown currency: ${currency}. See /api/currencies.`);
    this.currency = currency;
  }
}

export class NoRateForDate extends RatesheetError {
  override readonly name = 'NoRateForDate';
  declare readonly from: string;
  declare readonly to: string;
  declare readonly date: string | undefined;

  /** @param date undefined for today */
  constructor([from, to]: Pair, date?: string, advice = 'Set orEarlier to accept older rates.') {
    super(`No rate from ${from} to ${to} ${date ? `on ${date}. ${advice}` : 'today.'}`);
    this.from = from;
    this.to = to;
    this.date = date;
  }
}

export class StaleRates extends RatesheetError {
  override readonly name = 'StaleRates';
  declare readonly date: string;

  constructor(date: string) {
    super(`The rates of ${date} are stale. Set maxAge to accept older rates.`);
    this.date = date;
  }
}

export class RequestFailed extends RatesheetError {
  override readonly name = 'RequestFailed';
  declare readonly url: string;
  declare readonly status: number | undefined;

  constructor(url: string, cause: unknown, status?: number) {
    super(`${url}: ${String(cause)}`, { cause });
    this.url = url;
    this.status = status;
  }
}
