import { isDate } from '../rates/calendar.ts';
import { UnknownCurrency } from './errors.ts';

/** Two currency codes in upper case. */
export type Pair = readonly [from: string, to: string];

/** @throws {UnknownCurrency} if a text can't be a code */
export function pairOf(...texts: Pair): Pair {
  // Mixed case is rejected, because GBp is a hundredth of GBP in stock exchanges' data.
  for (const text of texts) if (!/^([A-Z\d]{3,5}|[a-z\d]{3,5})$/.test(text)) throw new UnknownCurrency(text);
  return [texts[0].toUpperCase(), texts[1].toUpperCase()];
}

/** @throws {RangeError} if a given date is invalid */
export function checkDates(dates: Readonly<Record<string, string | undefined>>): void {
  for (const name in dates) {
    const date = dates[name];
    if (date !== undefined && !isDate(date)) throw invalid(name, date, 'Use YYYY-MM-DD');
  }
}

/** @throws {RangeError} if the value isn't supported */
export function checkOneOf(name: string, value: string, supported: readonly string[]): void {
  if (!supported.includes(value)) throw invalid(name, value, `Supported: ${supported.join(', ')}`);
}

export function invalid(name: string, value: unknown, advice: string): RangeError {
  return new RangeError(`Invalid ${name}: ${String(value).slice(0, 40)}. ${advice}.`);
}
