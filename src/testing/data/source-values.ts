import type { CurrencyFacts, SourceValue } from '../../validation/currency/source-value.ts';
import { dateOfDay, dayNumber, type IsoDate } from '../../money/calendar.ts';

/** The value of the next day, or of the day that is `after` days later. Null if the source had no value. */
export type Cell = number | null | readonly [after: number, value: number | null];

/** A currency's source values, one for each cell. Without a number of days, the first cell is on the day `from`. */
export function sourceValuesOf(
  cells: readonly Cell[],
  { from = '2026-03-01', parity = null }: { readonly from?: IsoDate; readonly parity?: number | null } = {},
): SourceValue[] {
  let day = dayNumber(from) - 1;
  return cells.map((cell) => {
    const [after, value] = Array.isArray(cell)
      ? (cell as readonly [number, number | null])
      : [1, cell as number | null];
    day += after;
    const date = dateOfDay(day);
    const ofParity = parity === null ? null : { date, day, rate: parity };
    return { date, day, value, parity: ofParity, isSlipped: false, comparisons: [] };
  });
}

/** The facts of a currency with a given volatility. Other facts have defaults, unless they are in `facts`. */
export function factsOf(volatility: CurrencyFacts['volatility'], facts: Partial<CurrencyFacts> = {}): CurrencyFacts {
  return {
    ...{
      code: 'ZMW',
      volatility,
      hasSeveralRates: false,
      anchor: null,
      parityFactor: null,
      isParityPublishable: true,
      knownFaults: [],
      redenomination: null,
    },
    ...facts,
  };
}
