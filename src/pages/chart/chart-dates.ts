import { visitorLocale } from '../visitor/visitor-locale.ts';

/** Formats dates `YYYY-MM-DD` for places with less space than a sentence has. */
export function shortDates(options: Intl.DateTimeFormatOptions): (date: string) => string {
  const format = new Intl.DateTimeFormat(visitorLocale(), { ...options, timeZone: 'UTC' });
  return (date) => format.format(Date.parse(date));
}
