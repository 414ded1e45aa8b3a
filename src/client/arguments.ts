import { isDate, type IsoDate } from '../money/calendar.ts';
import { quoted } from '../text/quote.ts';
import { UnknownCurrency } from './errors.ts';

/** Two currency codes in upper case. */
export type Pair = readonly [from: string, to: string];

/** @throws {UnknownCurrency | RangeError} if a text can't be a code, or isn't a text */
export function pairOf(...texts: Pair): Pair {
  for (const text of texts) if (typeof text !== 'string') throw invalid('currency', text, 'Use a code such as EUR');
  // Mixed case is rejected, because GBp is a hundredth of GBP in stock exchanges' data.
  for (const text of texts) if (!/^([A-Z\d]{3,5}|[a-z\d]{3,5})$/.test(text)) throw new UnknownCurrency(text);
  return [texts[0].toUpperCase(), texts[1].toUpperCase()];
}

/** The date that the caller gave, if any. @throws {RangeError} if it's invalid */
export function dateOf<Name extends string>(
  name: Name,
  options: Readonly<Partial<Record<Name, string | undefined>>>,
): IsoDate | undefined {
  const date = options[name];
  if (date === undefined || isDate(date)) return date;
  throw invalid(name, date, 'Use a calendar day such as 2026-06-03');
}

/** @throws {RangeError} if the value isn't supported */
export function checkOneOf(name: string, value: string, supported: readonly string[]): void {
  if (!supported.includes(value)) throw invalid(name, value, `Supported: ${supported.join(', ')}`);
}

/**
 * Without TypeScript, an option that is misspelled or isn't in an object would be ignored. If it's a date, the caller
 * would get today's rate.
 *
 * @throws {RangeError} if the options aren't an object, or an option isn't supported
 */
export function checkOptions(options: object, supported: readonly string[]): void {
  checkObject('options', options, `Use an object with ${supported.join(', ')}`);
  for (const name of Object.keys(options)) checkOneOf('option', name, supported);
}

/** @throws {RangeError} if the value isn't an object, or is an array, a `Date` or the like */
export function checkObject(name: string, value: unknown, advice: string): void {
  if (Object.prototype.toString.call(value) !== '[object Object]') throw invalid(name, value, advice);
}

export function invalid(name: string, value: unknown, advice: string): RangeError {
  const text = typeof value === 'string' ? quoted(value, 40) : String(value).slice(0, 40);
  return new RangeError(`Invalid ${name}: ${text}. ${advice}.`);
}
