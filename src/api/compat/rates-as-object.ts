import { noonOf } from '../../money/calendar.ts';
import { elementAt } from '../../money/element-at.ts';
import { dateOfRates } from '../../archive/day-rates.ts';
import { forEachRate, type RatesOnBase } from './rates/rate-table.ts';

/**
 * A day's rates by code, for formats with a Unix timestamp. If a rate is held, the date is that of the oldest rate. The
 * time of the rates is noon of their date.
 */
export function ratesAsObject(base: string, table: RatesOnBase, isListed: (code: string) => boolean) {
  const rates: Record<string, number> = {};
  forEachRate(table, (_, code, rate) => {
    if (isListed(code)) rates[code] = rate;
  });
  const date = dateOfRates({ date: elementAt(table.dates, 0), held: table.held }, base, Object.keys(rates));
  return { rates, date, timestamp: noonOf(date) };
}
