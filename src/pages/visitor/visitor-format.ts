import type { IsoDate } from '../../money/calendar.ts';
import { currencyNameIn } from '../../money/currencies/names/currency-name.ts';
import { moneyFormat } from '../../money/currencies/money-format.ts';
import { longDateFormat } from '../../text/wording/long-date.ts';
import { numberFormat } from '../../text/wording/number-format.ts';
import { visitorLocales } from './visitor-locale.ts';

const locales = visitorLocales();

export const format = numberFormat(locales.numbers);

export const whole = new Intl.NumberFormat(locales.numbers);

/** Formats an amount as it was typed, with separators: `1,234,567.8`. */
export const grouped = new Intl.NumberFormat(locales.numbers, { maximumFractionDigits: 20 });

/** Formats a relative change with its sign: `+1.52%`. */
export const change = new Intl.NumberFormat(locales.numbers, {
  style: 'percent',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
});

export const percent = new Intl.NumberFormat(locales.numbers, { style: 'percent', maximumFractionDigits: 1 });

/** Names several things: `EUR and USD`. */
export const list = new Intl.ListFormat(locales.words);

/** An amount with its currency's name in the page's language: `88.02 euros`. */
export const money = moneyFormat(locales);

/**
 * The names in the page's table of currencies, by code. Browsers lack a few names, such as those of metals and of retired
 * currencies.
 */
const namesInPage = new Map<string | undefined, string>([
  ...Object.entries(
    JSON.parse(document.getElementById('currencies')?.dataset['retired'] ?? '{}') as Record<string, string>,
  ),
  ...Array.from(
    document.querySelectorAll<HTMLTableRowElement>('#currencies tbody tr'),
    ({ cells }) => [cells[0]?.textContent.trim(), cells[1]?.textContent ?? ''] as const,
  ),
]);

/** A currency's name in the page's language, or its code if it has no name. */
export function currencyName(code: string): string {
  return currencyNameIn(locales.words, code) ?? namesInPage.get(code) ?? code;
}

/** Formats a date, or the UTC date of an instant, in the page's language. */
export const localDate = longDateFormat(locales.words);

/** Formats a date briefly: `Sep 29, 2026`. */
export const mediumDate = (date: string): string => mediumFormat.format(Date.parse(date));

/** Formats a period of days in the page's language, with dates as in a sentence. */
export function localPeriod([first, last]: readonly [first: IsoDate, last: IsoDate]): string {
  return first === last ? localDate(first) : localDate(first) + dash + localDate(last);
}

const mediumFormat = new Intl.DateTimeFormat(locales.words, { dateStyle: 'medium', timeZone: 'UTC' });

/** What stands between two dates, such as ` – ` or `～`. `Intl` itself writes Chinese and Japanese periods in numbers. */
const dash =
  mediumFormat
    .formatRangeToParts(0, Date.UTC(2001, 1, 2))
    .find(({ type, source }) => type === 'literal' && source === 'shared')?.value ?? ' – ';
