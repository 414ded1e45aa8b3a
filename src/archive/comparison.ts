import type { IsoDate } from '../money/calendar.ts';
import { round } from '../money/rounding/round.ts';

/**
 * The comparison of a dataset's value with a witness, an independent source used only to cross-check. Comparisons that
 * affected a decision are stored, so that validation can repeat the decision without a request.
 */
export interface Comparison {
  readonly date: IsoDate;
  readonly code: string;
  /** The witness's host, such as `api.frankfurter.dev`. */
  readonly witness: string;
  /** The witness's rate divided by the dataset's value, as {@link ratioOf} returns it. */
  readonly ratio: number;
  readonly asOf: IsoDate;
}

/** The form of a witness's name: a host name, IP address or IPv6 address in brackets, with an optional port. */
export const WITNESS = /^[\w.:[\]-]{1,260}$/;

/**
 * Significant digits of a ratio. A witness's rate isn't ours to publish, but it can be computed from the ratio and the
 * dataset's value. So a ratio has no more digits than decisions need, and decisions use nothing but the rounded ratio.
 */
const RATIO_DIGITS = 4;

const MAX_RATIO = 1e15;

/**
 * A witness's rate divided by the dataset's value, rounded. Undefined if the ratio is too large or too small for two
 * rates of the same currency.
 */
export function ratioOf(rate: number, value: number): number | undefined {
  const ratio = round(rate / value, RATIO_DIGITS);
  return isPossible(ratio) ? ratio : undefined;
}

/** The witness's rate, computed from the dataset's value. It has as many digits as the ratio. */
export function rateOfWitness(value: number, ratio: number): number {
  return round(value * ratio, RATIO_DIGITS);
}

/** Whether {@link ratioOf} can return this number. */
export function isRatio(ratio: number): boolean {
  return isPossible(ratio) && round(ratio, RATIO_DIGITS) === ratio;
}

function isPossible(ratio: number): boolean {
  return ratio >= 1 / MAX_RATIO && ratio <= MAX_RATIO;
}

/** The range of ratios that are rounded to this ratio. */
export function rangeOfRatio(ratio: number): [low: number, high: number] {
  const half = 10 ** (Math.floor(Math.log10(ratio)) + 1 - RATIO_DIGITS) / 2;
  return [ratio - half, ratio + half];
}

/** A text that no other comparison has. Archived comparisons are sorted by this text. */
export function comparisonKey({ date, code, witness }: Comparison): string {
  return `${date},${code},${witness}`;
}
