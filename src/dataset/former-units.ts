import { isWithin } from './bounds.ts';

/** A unit that a redenomination has ended, and that the source quotes again all the same. */
interface FormerUnit {
  /** The dataset's date from which on it is wrong. */
  readonly from: string;
  /** Units per 1 USD when it ended. */
  readonly rate: number;
  /** Units of its successor per 1 USD, as the source last had them. */
  readonly successorRate: number;
}

/**
 * By code. Syria took two zeros off its pound in January 2026. The dataset followed on 2026-01-08, lost the pound after
 * 2026-07-20, and has had the old one, at 13,003, since 2026-08-13. No count of datasets can tell that from a new level.
 */
const formerUnits: ReadonlyMap<string, FormerUnit> = new Map([
  ['SYP', { from: '2026-01-08', rate: 11_057, successorRate: 110.52425171 }],
]);

/** How far an ended unit may have moved since and still be known. Its successor is further away by far. */
const DRIFT = 2;

/** Whether a rate of this date is one of a unit that the currency no longer has. */
export function isOfFormerUnit(code: string, rate: number, date: string): boolean {
  const unit = formerUnits.get(code);
  return unit !== undefined && date >= unit.from && isWithin(DRIFT, rate, unit.rate);
}

/** The rate, or where it is one of a former unit, what the source last had for the present one. */
export function inPresentUnit(code: string, rate: number, date: string): number {
  return isOfFormerUnit(code, rate, date) ? (formerUnits.get(code)?.successorRate ?? rate) : rate;
}
