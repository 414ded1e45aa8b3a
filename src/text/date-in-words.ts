const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Formats a date for the pages, which are in English: `2026-09-29` → `29 September 2026`. */
export function dateInWords(date: string): string {
  return longDate.format(Date.parse(date));
}
