import { type CatalogueEntry } from '../currencies/catalogue.ts';
import { pegs } from '../currencies/pegs.ts';
import { severalRates } from '../currencies/several-rates.ts';
import { elementAt } from '../rates/element-at.ts';
import type { Rates } from '../rates/snapshot.ts';
import { BASE_SLIP, isWithin } from './bounds.ts';

/** Fewer ratios than this say nothing about the others. */
const MIN_RATIOS = 5;

/**
 * The factor that a set of ratios is off by, if most are off by one and the same: then they are on another base. Null if
 * they are right, scatter, or are too few to tell.
 *
 * @param ratios each 1 where all is right
 * @param share how many of them must be off alike
 */
export function slipOf(ratios: readonly number[], share: number): number | null {
  if (ratios.length < MIN_RATIOS) return null;
  const median = elementAt(
    ratios.toSorted((a, b) => a - b),
    Math.floor(ratios.length / 2),
  );
  if (isWithin(1 + BASE_SLIP, median, 1)) return null;
  const alike = ratios.filter((ratio) => isWithin(1 + BASE_SLIP, ratio, median)).length;
  return alike > share * ratios.length ? median : null;
}

/** The official parities to USD that are kept to the digit: no band, and no second official rate. */
const hardParities = [...pegs.values()].flatMap(({ code, anchor, parity, band }) =>
  anchor === 'USD' && parity !== null && band === undefined && !severalRates.has(code) ? [{ code, parity }] : [],
);

/**
 * The factor by which rates are on another base than USD, as the hard official parities to USD show.
 *
 * @returns null if they are on USD; undefined if they have too few of these currencies to tell
 */
export function baseSlip(rates: Rates): number | null | undefined {
  const ratios = hardParities.flatMap(({ code, parity }) => {
    const rate = rates.get(code);
    return rate === undefined ? [] : [rate / parity];
  });
  return ratios.length < MIN_RATIOS ? undefined : slipOf(ratios, 0.5);
}
