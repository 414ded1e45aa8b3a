import { pegs } from '../currencies/pegs.ts';
import { severalRates } from '../currencies/several-rates.ts';
import { elementAt } from '../rates/element-at.ts';
import type { Rates } from '../rates/rates.ts';
import { isWithin } from './bounds.ts';

/** Fewer ratios than this say nothing about the others. */
const MIN_RATIOS = 5;

/** Ratios this near to each other are off by one factor. */
const ALIKE_FACTOR = 1.003;

/**
 * What makes ratios a slip: the smallest factor, and the share that must be off alike. Beside official parities, their
 * median was off by more on one of 203 recorded days, when a third of them were off alike.
 */
const paritySlip = { factor: 1.003, share: 0.5 };

/**
 * Beside a witness. It may be four days late, and the dollar moves against all others: by up to 1.8% in four recorded days.
 */
const witnessSlip = { factor: 1.02, share: 0.6 };

/** The factor that most ratios are off by alike, each 1 where all is right; null if there is none. */
function slipOf(ratios: readonly number[], { factor, share }: typeof paritySlip): number | null {
  const median = elementAt(new Float64Array(ratios).sort(), Math.floor(ratios.length / 2));
  if (isWithin(factor, median, 1)) return null;
  const alike = ratios.filter((ratio) => isWithin(ALIKE_FACTOR, ratio, median)).length;
  return alike > share * ratios.length ? median : null;
}

/** The factor by which a witness's rates are on another base than the dataset's; null if they are on the same. */
export function slipBeside(ratios: readonly number[]): number | null {
  return ratios.length < MIN_RATIOS ? null : slipOf(ratios, witnessSlip);
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
  return ratios.length < MIN_RATIOS ? undefined : slipOf(ratios, paritySlip);
}
