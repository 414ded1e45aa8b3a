import { type RatesOfDay, withoutHeld } from '../api/published/check.ts';
import { dateOfDay, dayNumber } from '../rates/calendar.ts';
import { MAX_DAYS_BACK } from '../rates/past-rates.ts';
import { checkDates, checkOneOf, invalid, type Pair } from './arguments.ts';
import { readDay, readIndex, readOfficialYear } from './documents.ts';
import { noRate } from './no-rate.ts';
import type { DayOptions, Source } from './ratesheet.d.ts';
import type { Read } from './site-reader.ts';

/** A day's rates, with the fields that decide whether the rates may be used. */
export interface Day extends RatesOfDay {
  readonly source: Source;
  /** Whether a date was requested. Otherwise the rates are today's, and can be stale. */
  readonly dated: boolean;
  /** Whether the site reported that its rates are stale. */
  readonly stale: boolean;
}

export const sources = ['market', 'ecb'] as const;

/**
 * Finds a day that has rates of both currencies.
 *
 * @throws {UnknownCurrency | NoRateForDate}
 */
export async function findDay(
  read: Read,
  pair: Pair,
  { date, orEarlier, source = 'market' }: DayOptions,
): Promise<Day> {
  checkDates({ date });
  checkOneOf('source', source, sources);
  // The text 'false', as in a setting, would count as true.
  if (!['boolean', 'undefined'].includes(typeof orEarlier)) throw invalid('orEarlier', orEarlier, 'Use true or false');
  for await (const day of daysFor(read, source, date, orEarlier)) {
    if (pair.every((code) => day.rates.has(code))) return { stale: false, ...day, source, dated: date !== undefined };
  }
  const back = orEarlier ? ` or in the ${MAX_DAYS_BACK} days before` : '';
  const when = date === undefined ? 'today' : `on ${date}${back}`;
  throw await noRate(read, pair, { source, date, when, orEarlier: orEarlier ?? false });
}

/** The days whose rates may be used, from the latest to the earliest. */
async function* daysFor(read: Read, source: Source, date?: string, orEarlier?: boolean): AsyncGenerator<RatesOfDay> {
  const { ecb } = source === 'ecb' ? await readIndex(read) : {};
  const wanted = date ?? ecb?.last;
  for (let back = 0; back <= (wanted && orEarlier ? MAX_DAYS_BACK : 0); back++) {
    const on = wanted && dateOfDay(dayNumber(wanted) - back);
    if (on && ecb) {
      // The site has a file for each year of official rates. Outside these years, a request would fail.
      const days = on < ecb.first || on > ecb.last ? [] : await readOfficialYear(read, on.slice(0, 4));
      yield* days.filter((day) => day.date === on);
      continue;
    }
    const day = await readDay(read, on);
    // If the caller accepts no earlier rates for a date, held rates are omitted.
    if (day) yield !on || orEarlier ? day : withoutHeld(day);
  }
}
