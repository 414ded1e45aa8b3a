import type { PastDay } from '../../../money/past-rates.ts';
import type { VolatilityClass } from '../../../money/currencies/catalogue.ts';
import { dayNumber, type IsoDate } from '../../../money/calendar.ts';
import { plausibleFactor } from '../../../validation/currency/bounds.ts';
import { parityOf } from '../../../validation/parity.ts';
import { type Comparison, rateOfWitness } from '../../../archive/comparison.ts';
import { FileError } from '../../../text/site-problem.ts';
import type { CurrencyReceipt } from '../../../api/explain/rate-receipt.ts';
import type { MarkKind } from '../../drawing/shape.ts';

/** A value on the line. */
export interface Mark {
  readonly kind: MarkKind;
  readonly name: string;
  readonly value: number;
  /** How much it differs from the value in the middle of the band, as a share; undefined for this value itself. */
  readonly difference: number | undefined;
}

/** A currency's source value beside the values that it's validated with. */
export interface ValueScale {
  /** What the values are, such as `EUR per 1 USD`. */
  readonly title: string;
  readonly marks: readonly Mark[];
  /** The values that are plausible without another dataset or a witness. */
  readonly band: readonly [low: number, high: number];
  /** What the band is around: the rate of the day before, or the official parity. */
  readonly around: string;
}

/** What the values of a day are compared with. */
export interface Neighbors {
  /** The last archived day before. */
  readonly before: PastDay | undefined;
  /** The rates of the day itself, for the anchors of pegs. */
  readonly rates: ReadonlyMap<string, number>;
  /** By code. */
  readonly volatilities: ReadonlyMap<string, VolatilityClass>;
  /** The comparisons with witnesses that are known. */
  readonly comparisons: readonly Pick<Comparison, 'code' | 'witness' | 'ratio'>[];
}

/**
 * The scale of a currency's value on a day. Undefined if the source has no value, or if there is nothing to compare it
 * with.
 */
export function scaleOf(side: CurrencyReceipt, date: IsoDate, neighbors: Neighbors): ValueScale | undefined {
  const { code, sourceValue, published } = side;
  const source = sourceValue instanceof FileError ? undefined : sourceValue?.value;
  const { before, rates, comparisons, volatilities } = neighbors;
  const volatility = volatilities.get(code);
  if (source === undefined || source === null || !volatility) return undefined;
  const earlier = before?.rates.get(code);
  const parity = parityOf({ code, type: volatility === 'stablecoin' ? 'crypto' : 'fiat' });
  const anchor = parity && (parity.anchor === 'USD' ? 1 : rates.get(parity.anchor));
  const known =
    parity && anchor
      ? { middle: parity.parity * anchor, factor: parity.factor, around: 'the official parity' }
      : before && earlier !== undefined
        ? {
            middle: earlier,
            factor: plausibleFactor(volatility, dayNumber(date) - dayNumber(before.date)),
            around: `the rate of ${before.date}`,
          }
        : undefined;
  if (!known) return undefined;
  const { middle, factor, around } = known;
  const markOf = markAround(middle);
  const ratios = new Map(comparisons.filter((each) => each.code === code).map((each) => [each.witness, each.ratio]));
  return {
    title: `${code} per 1 USD`,
    marks: [
      markOf('source', 'Source value', source),
      ...(typeof published === 'number' && published !== source ? [markOf('published', 'Published', published)] : []),
      ...(before && earlier !== undefined ? [markOf('before', `Rate of ${before.date}`, earlier)] : []),
      ...Array.from(ratios, ([witness, ratio]) => markOf('witness', witness, rateOfWitness(source, ratio))),
    ],
    band: [middle / factor, middle * factor],
    around,
  };
}

/** Makes marks that say how much they differ from the value in the middle of the band. */
export function markAround(middle: number) {
  return (kind: MarkKind, name: string, value: number): Mark => ({
    ...{ kind, name, value },
    difference: value === middle ? undefined : value / middle - 1,
  });
}
