const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** A date for the page, which speaks English: `2026-09-29` → `29 September 2026`. */
export function dateInWords(date: string): string {
  return longDate.format(Date.parse(date));
}
