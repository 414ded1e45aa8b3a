import { numberFormat } from '../../text/number-format.ts';
import { visitorLocale } from './visitor-locale.ts';

const locale = visitorLocale();

export const format = numberFormat(locale);

export const whole = new Intl.NumberFormat(locale);

/** Formats a relative change with its sign: `+1.52%`. */
export const change = new Intl.NumberFormat(locale, {
  style: 'percent',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
});

const longDate = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });

/**
 * Formats a date, or the UTC date of an instant, in the visitor's locale. Right-to-left text is enclosed in Unicode
 * isolates, so that it doesn't reorder the English sentence around it.
 */
export function localDate(date: string): string {
  const text = longDate.format(Date.parse(date));
  return /[\u0590-\u08ff]/.test(text) ? `\u2068${text}\u2069` : text;
}

export function currencyName(code: string): string {
  return new Intl.DisplayNames(['en'], { type: 'currency', fallback: 'code' }).of(code) ?? code;
}
export function money(amount: number, code: string): string {
  return `${format.amount(amount)} ${currencyName(code)}`;
}
