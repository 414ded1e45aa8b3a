/**
 * Formats dates as in a sentence: `September 29, 2026`. Takes a date, or an instant, whose date is in UTC.
 *
 * @param locale a BCP 47 tag
 */
export function longDateFormat(locale: string): (date: string) => string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  // In French, the first of a month has an ordinal number, which Intl doesn't print.
  const isFrench = /^fr\b/.test(locale);
  return (date) => {
    const printed = format.format(Date.parse(date));
    return isFrench ? printed.replace(/^1 /, '1er ') : printed;
  };
}
