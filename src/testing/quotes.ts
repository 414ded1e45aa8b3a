import type { JudgedCurrency, Quote } from '../validation/judge-currency.ts';
import { dateOfDay, dayNumber } from '../rates/calendar.ts';

/** A quote of the day after the one before, or of so many days after it; null where the source said nothing. */
export type Cell = number | null | readonly [after: number, offered: number | null];

/** For tests: what the source said of a currency, in a row. */
export function quotesOf(
  cells: readonly Cell[],
  { from = '2026-03-01', atParity = null }: { readonly from?: string; readonly atParity?: number | null } = {},
): Quote[] {
  let day = dayNumber(from) - 1;
  return cells.map((cell) => {
    const [after, offered] = Array.isArray(cell)
      ? (cell as readonly [number, number | null])
      : [1, cell as number | null];
    day += after;
    return { date: dateOfDay(day), day, offered, atParity, testimony: [] };
  });
}

/** For tests: a currency that nothing is known of but how much it moves. */
export function currencyOf(
  volatility: JudgedCurrency['volatility'],
  facts: Partial<JudgedCurrency> = {},
): JudgedCurrency {
  return { code: 'ZMW', volatility, parityFactor: null, knownFaults: [], redenominations: [], ...facts };
}
