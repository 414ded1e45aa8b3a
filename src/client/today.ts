import { dateOfDay } from '../money/calendar.ts';

/** The current date in UTC, `YYYY-MM-DD`. */
export function today(): string {
  return dateOfDay(Math.floor(Date.now() / 86_400_000));
}
