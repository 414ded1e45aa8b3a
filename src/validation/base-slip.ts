import { pegs, severalRates } from '../money/currencies/facts.ts';
import { elementAt } from '../money/element-at.ts';
import type { Rates } from '../money/rates.ts';
import { isWithin } from './currency/bounds.ts';

/** Minimum number of ratios for a decision about the base: rates divided by the parities or rates to compare with. */
const MIN_RATIOS = 5;

/** Ratios within this factor of the median ratio count as off by the same factor. */
const ALIKE_FACTOR = 1.003;

/**
 * Limits for comparisons with official parities. The base is wrong if two conditions are met: the median ratio differs
 * from 1 by more than `factor`, and more than `share` of the ratios are close to the median. The median alone isn't
 * enough, because on one of 203 recorded days, it was off by 0.7% although few ratios were close to it.
 */
const paritySlip = { factor: 1.003, share: 0.5 };

/**
 * Limits for a composed day. They are wider, because a bank may set its rates of two currencies on the same day at
 * different hours. The rates of USD's pegs in NBP's table B were off by up to 1% from their parities.
 */
const composedSlip = { factor: 1.02, share: 0.6 };

/**
 * Limits for comparisons of a witness's rates with a dataset's. They are wider, because a witness may be four days
 * late, and in four days the dollar moved by up to 1.8%.
 */
const witnessSlip = { factor: 1.02, share: 0.6 };

/** The factor that most ratios are off by; null if most ratios are about 1 or don't agree on a factor. */
function slipOf(ratios: readonly number[], { factor, share }: typeof paritySlip): number | null {
  const median = elementAt(new Float64Array(ratios).sort(), Math.floor(ratios.length / 2));
  if (isWithin(factor, median, 1)) return null;
  const alike = ratios.filter((ratio) => isWithin(ALIKE_FACTOR, ratio, median)).length;
  return alike > share * ratios.length ? median : null;
}

/** The factor between the bases of a witness and the dataset; null if they are the same or ratios are too few. */
export function slipBeside(ratios: readonly number[]): number | null {
  return ratios.length < MIN_RATIOS ? null : slipOf(ratios, witnessSlip);
}

/**
 * The official parities to USD of pegs without a band, which correct rates match exactly. Currencies with several rates
 * are omitted.
 */
const hardParities = [...pegs.values()].flatMap(({ code, anchor, parity, band }) =>
  anchor === 'USD' && parity !== null && band === undefined && !severalRates.has(code) ? [{ code, parity }] : [],
);

/**
 * The factor between the base of rates and USD, measured by the exact official parities to USD.
 *
 * @param isComposed whether the rates were composed from official rates
 * @returns null if the base is USD; undefined if the rates include too few currencies with such a parity
 */
export function baseSlip(rates: Rates, isComposed = false): number | null | undefined {
  const ratios = hardParities.flatMap(({ code, parity }) => {
    const rate = rates.get(code);
    return rate === undefined ? [] : [rate / parity];
  });
  return ratios.length < MIN_RATIOS ? undefined : slipOf(ratios, isComposed ? composedSlip : paritySlip);
}
