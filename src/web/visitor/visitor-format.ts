import { numberFormat } from '../../text/number-format.ts';
import { visitorLocale } from './visitor-locale.ts';

const locale = visitorLocale();

/** Writes numbers the visitor’s way. */
export const format = numberFormat(locale);

/** Writes whole numbers the visitor’s way. */
export const whole = new Intl.NumberFormat(locale);

/** Writes a share of a whole with its sign: `+1.5%`. */
export const change = new Intl.NumberFormat(locale, {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'always',
});

const longDate = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });

/** Writes a date or an instant the visitor’s way, by the calendar of UTC. */
export function localDate(date: string): string {
  return apart(longDate.format(Date.parse(date)));
}

/**
 * A text in the visitor's script as it stands in an English sentence: where theirs runs from right to left, nothing of the
 * sentence is drawn into it (Unicode's isolates).
 */
function apart(text: string): string {
  return /[\u0590-\u08ff]/.test(text) ? `\u2068${text}\u2069` : text;
}
