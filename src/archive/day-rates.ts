import type { IsoDate } from '../money/calendar.ts';
import type { PastDay } from '../money/past-rates.ts';
import type { Quotation } from '../money/quotation.ts';
import type { ProviderChanges } from '../sources/provider.ts';
import type { Withheld } from './official-rates.schema.ts';

/** The dates of held rates, `YYYY-MM-DD`, by code in the published order. */
export type HeldDates = ReadonlyMap<string, IsoDate>;

export const noneHeld: HeldDates = new Map();

/** The days for which a bank's rates wait, ascending, by the code of the currency. */
export type WithheldRates = ReadonlyMap<string, readonly Withheld[]>;

/** A day's rates. Held rates have their own dates, which are usually earlier. */
export interface DayRates extends PastDay {
  readonly held: HeldDates;
  readonly providers: ProviderChanges;
  /** How the rates are quoted; omitted for market rates, which are indirect. */
  readonly quotation?: Quotation;
  /** The number of the bank's table that each rate is from, by code; omitted if the source's tables have no numbers. */
  readonly references?: ReadonlyMap<string, string>;
  /** What waits since the day of the rates, up to the requested day. Omitted for market rates, which don't wait. */
  readonly withheld?: WithheldRates;
}

export function heldAmong(held: HeldDates, codes: readonly string[]): HeldDates {
  return new Map([...held].filter(([code]) => codes.includes(code)));
}

/** The field of documents that says what waits among some currencies. There is none if nothing does. */
export function withheldAmong(
  { withheld = new Map() }: { readonly withheld?: WithheldRates | undefined },
  codes: readonly string[],
) {
  const among = [...withheld].filter(([code]) => codes.includes(code));
  return among.length > 0 ? { withheld: Object.fromEntries(among.map(([code, days]) => [code, [...days]])) } : {};
}

export function datesOf({ date, held }: Pick<DayRates, 'date' | 'held'>): [first: IsoDate, last: IsoDate] {
  return [[...held.values(), date].reduce((one, other) => (one < other ? one : other)), date];
}

/**
 * The date of a document that has one date for all its rates. It's the base's date or the newest date of the other
 * currencies, whichever is older. So a pair has the older date of its two currencies. One held rate among many other
 * currencies doesn't change the date.
 *
 * @param codes the other currencies; omit them if the document lists the dates of held rates separately
 */
export function dateOfRates(
  { date, held }: Pick<DayRates, 'date' | 'held'>,
  base: string,
  codes: readonly string[] = [],
) {
  const dateOf = (code: string) => held.get(code) ?? date;
  const others = codes.filter((code) => code !== base).map(dateOf);
  const ofOthers = others.sort().at(-1) ?? date;
  const ofBase = dateOf(base);
  return ofBase < ofOthers ? ofBase : ofOthers;
}
