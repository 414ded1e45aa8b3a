import { paths } from '../../api/paths.ts';
import { lastDayOfYear, officialDaysFile, officialYearFile } from '../../api/published/official-files.ts';
import { dateOfDay, dayNumber } from '../../rates/calendar.ts';
import { crossRate } from '../../rates/cross-rate.ts';
import { MAX_DAYS_BACK, type PastDay } from '../../rates/past-rates.ts';
import { type Found, readFile, type ReadText } from '../shared/site-text.ts';
import type { ReceiptQuery } from './receipt-query.ts';

/** The European Central Bank's rate of a pair for a day. */
export interface OfficialReceipt {
  /** The date of the rate: the requested day, or the last business day before. */
  readonly date: string;
  /** Units of the second currency per 1 unit of the first. */
  readonly rate: number;
  /** The bank's own numbers for the two currencies, in units per 1 EUR. */
  readonly perEuro: readonly [from: number, to: number];
  readonly path: string;
  /** Whether `date` is the day of the site's newest official rates. */
  readonly isNewest: boolean;
}

/** Reads the official rate of a pair from the site's archive; undefined if there is none. */
export async function findOfficial(
  { from, to }: ReceiptQuery,
  date: string,
  readText: ReadText,
): Promise<Found<OfficialReceipt | undefined>> {
  const days = await readFile(readText, officialDaysFile());
  if ('problem' in days) return days;
  const { first, last, codes } = days.value;
  if (![from, to].every((code) => codes.has(code))) return { value: undefined };
  const until = date < last ? date : last;
  const earliest = dateOfDay(dayNumber(date) - MAX_DAYS_BACK);
  // In the first days of January, the last business day may be in the previous year.
  for (const year of new Set([until.slice(0, 4), earliest.slice(0, 4)])) {
    if (year < first.slice(0, 4) || year > last.slice(0, 4)) continue;
    const found = await readFile(readText, officialYearFile(year));
    if ('problem' in found) return found;
    const day = lastDayOfYear(found.value, until);
    if (day && day.date >= earliest) return { value: receiptOf(day) };
  }
  return { value: undefined };

  function receiptOf({ date, rates }: PastDay): OfficialReceipt | undefined {
    const [ofFrom, ofTo] = [rates.get(from), rates.get(to)];
    if (ofFrom === undefined || ofTo === undefined) return undefined;
    const isNewest = date === last;
    return {
      date,
      rate: crossRate(ofFrom, ofTo),
      perEuro: [ofFrom, ofTo],
      path: paths.officialYear(date.slice(0, 4)),
      isNewest,
    };
  }
}
