import type { PastDay } from '../rates/past-rates.ts';
import type { Snapshot } from './snapshot.ts';

/** The dates of held rates, `YYYY-MM-DD`, by code in the published order. */
export type HeldDates = ReadonlyMap<string, string>;

export const noneHeld: HeldDates = new Map();

/** A day's rates, of which some may be held: these have dates of their own. */
export interface DayRates extends PastDay {
  readonly held: HeldDates;
}

/** The dates of a snapshot's held rates. */
export function heldDates({ quality }: Pick<Snapshot, 'quality'>): HeldDates {
  const held = new Map<string, string>();
  for (const [code, { state, publishedAsOf }] of quality) {
    if (state === 'held' && publishedAsOf !== null) held.set(code, publishedAsOf);
  }
  return held;
}

/** The held rates among some. */
export function heldAmong(held: HeldDates, codes: readonly string[]): HeldDates {
  return new Map([...held].filter(([code]) => codes.includes(code)));
}

/**
 * The date of rates on a base where there is one date for all of them: the older of the base's and the newest of the
 * others'. A single pair thus has the older date of its two currencies. Where many rates are given, a held one among
 * them doesn't make the others old.
 *
 * @param codes of the other currencies; leave them out if the answer says which of them are held
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
