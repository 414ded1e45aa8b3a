import { dateOfDay, dayNumber, type IsoDate } from '../money/calendar.ts';
import { newUnitsInWords } from '../money/currencies/unit-changes.ts';
import { findSource, market, type RateSource, readSources } from './documents.ts';
import { withheldInWords } from '../api/withheld-words.ts';
import type { Withheld } from '../archive/official-rates.schema.ts';
import type { Pair } from './arguments.ts';
import { NoRateForDate, UnknownCurrency } from './errors.ts';
import type { Read } from './site-reader.ts';

/** A request that found no rate. */
export interface AskedDays {
  /** Undefined if any currencies would have done. */
  readonly pair: Pair | undefined;
  readonly source: string;
  /** The day, or the first day of a range; undefined for today. */
  readonly date: IsoDate | undefined;
  /** The range in words, such as `since 2026-01-01`; undefined for a day. */
  readonly range?: string;
  /** The option; undefined for a range. */
  readonly orEarlier?: boolean;
  /** The date whose units of money count; undefined for a range. */
  readonly unitsOf?: IsoDate;
}

/** The error for a pair without a rate. It advises what the caller hasn't done yet, and only what can help. */
export async function noRate(
  read: Read,
  { source: key, date, range, orEarlier, unitsOf, ...asked }: AskedDays,
): Promise<UnknownCurrency | NoRateForDate> {
  const sources = await readSources(read);
  const source = await findSource(read, key);
  const { quoted_currency: base, first, last, tables, currencies } = source;
  const daysBack = tables[0]?.days_back ?? 0;
  const pair = asked.pair ?? [base, base];
  const back = orEarlier ? ` or in the ${daysBack} days before` : '';
  const when = range ?? (date === undefined ? 'today' : `on ${date}${back}`);
  // After the last day, the currencies of the last day count.
  const day = date !== undefined && date < last ? date : last;
  const other = Array.from(sources).find(
    ([of, other]) => of !== key && pair.every((code) => hasRates(other, code, date ?? day)),
  );
  const setSource = other ? ` Set source to ${other[0]} for its rates.` : '';

  // A rate of a weekly table is carried forward for up to two weeks, if the caller accepts it.
  const carried = orEarlier === false && tables[1] ? dayBack(day, tables[1].days_back) : day;
  const isMissing = (code: string) => !hasRates(source, code, day) && !hasRates(source, code, carried);
  const unknown = pair.find((code) => isMissing(code) && !sources.get(market)?.currencies[code]);
  if (unknown !== undefined) return new UnknownCurrency(unknown, setSource);
  return new NoRateForDate(pair, when, [advice(), ...withheldInWords(waiting())].join(' '), date);

  /** What waits of the pair on the days that were asked for. */
  function waiting(): Record<string, Withheld[]> {
    if (date === undefined || range !== undefined) return {};
    const start = dateOfDay(dayNumber(date) - (orEarlier ? daysBack : 0));
    const near = tables.flatMap(({ withheld = [] }) => withheld.filter((of) => start <= of.date && of.date <= date));
    const ofPair = pair
      .filter((code) => code !== base && currencies[code])
      .map((code) => [code, near.filter((of) => of.code === code || of.code === null)] as const);
    return Object.fromEntries(ofPair.filter(([, days]) => days.length > 0));
  }

  function advice(): string {
    if (date !== undefined && date < first) return `Rates begin on ${first}. Use that day or a later day.${setSource}`;
    const missing = key === market ? undefined : pair.find(isMissing);
    if (missing !== undefined) {
      const ofMissing = currencies[missing]?.map(({ first, last }) => `from ${first} to ${last}`).join(' and ');
      const what = ofMissing === undefined ? `no rates for ${missing}` : `rates for ${missing} ${ofMissing}`;
      return `The source ${key} has ${what}.${setSource}`;
    }
    const longest = Math.max(...tables.map(({ days_back }) => days_back));
    const [newUnits] = unitsOf === undefined ? [] : newUnitsInWords(pair, dayBack(unitsOf, longest), unitsOf);
    if (newUnits !== undefined) return `${newUnits} Use a day that history() returns.`;
    if (date === undefined) return 'See /api/v1/status for the reason, and use history() for past rates.';
    const isNear = dayNumber(date) - dayNumber(last) <= daysBack;
    if (date > last && !(orEarlier === true && isNear)) {
      const orSet = orEarlier === false && isNear ? ', or set orEarlier' : '';
      return `The newest rates are of ${last}. Use that day or an earlier day${orSet}.`;
    }
    if (orEarlier === undefined) return `Use other days from ${first} to ${last}.`;
    return orEarlier ? 'Use a day that history() returns.' : 'Set orEarlier to accept an earlier rate.';
  }
}

function dayBack(date: IsoDate, days: number): IsoDate {
  return dateOfDay(dayNumber(date) - days);
}

/** Whether a date is in a period in which a source had rates of a currency. */
function hasRates({ currencies }: RateSource, code: string, date: IsoDate): boolean {
  return currencies[code]?.some(({ first, last }) => first <= date && date <= last) ?? false;
}
