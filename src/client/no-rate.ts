import { dayNumber } from '../rates/calendar.ts';
import { MAX_DAYS_BACK } from '../rates/past-rates.ts';
import type { Pair } from './arguments.ts';
import { readIndex, readOfficialYear } from './documents.ts';
import { NoRateForDate, UnknownCurrency } from './errors.ts';
import type { Source } from './ratesheet.d.ts';
import type { Read } from './site-reader.ts';

/** The days of a request that found no rate. */
export interface AskedDays {
  readonly source: Source;
  /** The day, or the first day of a range; undefined for today. */
  readonly date: string | undefined;
  /** The days in words, such as `today`. */
  readonly when: string;
  /** The option; undefined for a range. */
  readonly orEarlier?: boolean;
}

/** The error for a pair without a rate. It advises what the caller hasn't done yet, and only what can help. */
export async function noRate(
  read: Read,
  pair: Pair,
  { source, date, when, orEarlier }: AskedDays,
): Promise<UnknownCurrency | NoRateForDate> {
  const { codes, ecb, [source]: reach } = await readIndex(read);
  const { first, last } = reach;
  const isOfficial = source === 'ecb';

  const day = date ?? (isOfficial ? last : '');
  const officialDay = day > ecb.last ? ecb.last : day;
  const couldBeOfficial = isOfficial || day < first || pair.some((code) => !codes.includes(code));
  const year = couldBeOfficial && officialDay >= ecb.first ? officialDay.slice(0, 4) : undefined;
  const days = year === undefined ? [] : await readOfficialYear(read, year);
  const isQuoted = (code: string) => days.some(({ rates }) => rates.has(code));
  const setSource =
    !isOfficial && pair.every(isQuoted) ? ` For the European Central Bank’s rates of ${year}, set source to ecb.` : '';

  const unknown = pair.find((code) => !codes.includes(code) && !(isOfficial && isQuoted(code)));
  if (unknown !== undefined) return new UnknownCurrency(unknown, setSource);
  return new NoRateForDate(pair, when, advice(), date);

  function advice(): string {
    const unquoted = isOfficial && year !== undefined && pair.find((code) => !isQuoted(code));
    if (unquoted) return `The European Central Bank has no rates for ${unquoted} in ${year}. Set source to market.`;
    if (date !== undefined && date < first) return `Rates begin on ${first}. Use that day or a later day.${setSource}`;
    const isNear = dayNumber(day) - dayNumber(last) <= MAX_DAYS_BACK;
    if (day > last && !(orEarlier === true && isNear)) {
      const orSet = orEarlier === false && isNear ? ', or set orEarlier' : '';
      return `The newest rates are of ${last}. Use that day or an earlier day${orSet}.`;
    }
    if (day === '') return 'See /api/v1/status for the reason, and use history() for past rates.';
    if (orEarlier === undefined) return `Use other days from ${first} to ${last}.`;
    return orEarlier
      ? 'Use a day that history() returns.'
      : `Set orEarlier to accept a rate of up to ${MAX_DAYS_BACK} days before.`;
  }
}
