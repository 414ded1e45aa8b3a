import { pegs } from '../currencies/pegs.ts';
import { severalRates } from '../currencies/several-rates.ts';
import { elementAt } from '../rates/element-at.ts';
import type { Rates } from '../rates/rates.ts';
import { isWithin } from './bounds.ts';

/** Minimum number of ratios that allow a conclusion about the others. */
const MIN_RATIOS = 5;

/** Ratios within this factor of each other are off by the same factor. */
const ALIKE_FACTOR = 1.003;

/**
 * Conditions for a slip beside official parities: the smallest factor, and the share of ratios that must be off alike.
 * On one of 203 recorded days, the median of the ratios was off by more, and a third of them were off alike.
 */
const paritySlip = { factor: 1.003, share: 0.5 };

/**
 * Conditions for a slip beside a witness. It may be four days late, and in that time the dollar moved by up to 1.8%.
 */
const witnessSlip = { factor: 1.02, share: 0.6 };

/** The factor by which most ratios differ from 1 alike; null if there is none. */
function slipOf(ratios: readonly number[], { factor, share }: typeof paritySlip): number | null {
  const median = elementAt(new Float64Array(ratios).sort(), Math.floor(ratios.length / 2));
  if (isWithin(factor, median, 1)) return null;
  const alike = ratios.filter((ratio) => isWithin(ALIKE_FACTOR, ratio, median)).length;
  return alike > share * ratios.length ? median : null;
}

/** The factor between the bases of a witness and the dataset; null if the bases are the same. */
export function slipBeside(ratios: readonly number[]): number | null {
  return ratios.length < MIN_RATIOS ? null : slipOf(ratios, witnessSlip);
}

/** The official parities to USD that rates match exactly: without a band and without a second official rate. */
const hardParities = [...pegs.values()].flatMap(({ code, anchor, parity, band }) =>
  anchor === 'USD' && parity !== null && band === undefined && !severalRates.has(code) ? [{ code, parity }] : [],
);

/**
 * The factor between the base of rates and USD, measured by the exact official parities to USD.
 *
 * @returns null if the base is USD; undefined if the rates have too few of these currencies
 */
export function baseSlip(rates: Rates): number | null | undefined {
  const ratios = hardParities.flatMap(({ code, parity }) => {
    const rate = rates.get(code);
    return rate === undefined ? [] : [rate / parity];
  });
  return ratios.length < MIN_RATIOS ? undefined : slipOf(ratios, paritySlip);
}
