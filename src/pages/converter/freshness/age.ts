const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The words for ages in a language. */
export interface AgeWords {
  /** A BCP 47 tag. */
  readonly locale: string;
  /** The word for less than a minute. */
  readonly justNow: string;
}

/** How long ago an instant was: `2 hours ago`. A future time is "just now", because the visitor's clock may be slow. */
export function timeAgo(instant: string, now: number, { locale, justNow }: AgeWords): string {
  const age = Math.max(0, now - Date.parse(instant));
  if (age < MINUTE) return justNow;
  const relative = relativeIn(locale);
  if (age < HOUR) return relative.format(-Math.floor(age / MINUTE), 'minute');
  if (age < 2 * DAY) return relative.format(-Math.floor(age / HOUR), 'hour');
  return relative.format(-Math.floor(age / DAY), 'day');
}

/** How long ago a day `YYYY-MM-DD` was: `yesterday`. The day is in UTC, like the dates of rates. */
export function daysAgo(date: string, now: number, { locale }: Pick<AgeWords, 'locale'>): string {
  return relativeIn(locale).format(-Math.max(0, daysSince(date, now)), 'day');
}

/** How many days ago a day `YYYY-MM-DD` was in UTC. */
function daysSince(date: string, now: number): number {
  return Math.floor((now - Date.parse(date)) / DAY);
}

function relativeIn(locale: string): Intl.RelativeTimeFormat {
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
}
