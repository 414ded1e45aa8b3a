import { numberFormat } from '../../text/number-format.ts';
import { visitorLocale } from './visitor-locale.ts';

const locale = visitorLocale();

export const format = numberFormat(locale);

export const whole = new Intl.NumberFormat(locale);

/** Writes a share of a whole with its sign: `+1.5%`. */
export const change = new Intl.NumberFormat(locale, {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'always',
});

const longDate = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });

/**
 * Writes a date or an instant the visitor’s way, by the calendar of UTC. If their script runs from right to left, nothing of
 * the English sentence around it is drawn into it (Unicode's isolates).
 */
export function localDate(date: string): string {
  const text = longDate.format(Date.parse(date));
  return /[\u0590-\u08ff]/.test(text) ? `\u2068${text}\u2069` : text;
}
