import type { IsoDate } from '../../money/calendar.ts';

/**
 * Formats dates as in a sentence: `September 29, 2026`. Takes a date, or an instant, whose date is in UTC.
 *
 * @param locale a BCP 47 tag
 */
export function longDateFormat(locale: string): (date: IsoDate) => string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const ordinal = ORDINALS[new Intl.Locale(locale).language];
  return (date) => {
    const printed = format.format(Date.parse(date));
    return ordinal === undefined ? printed : printed.replace(/^1 /, `${ordinal} `);
  };
}

/** The first of a month in languages in which it has an ordinal number, which `Intl` doesn't print. */
const ORDINALS: Readonly<Record<string, string>> = { fr: '1er', it: '1º', pt: '1º' };
