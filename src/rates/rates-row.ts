import type { Rates } from './rates.ts';

/** The index of each currency's column in a table, by code. */
export type Columns = ReadonlyMap<string, number>;

export function columnsOf(codes: readonly string[]): Columns {
  return new Map(codes.map((code, index) => [code, index]));
}

/**
 * Columns that a row lists in alphabetical order. A downloaded table may have any order, and no published file may depend
 * on that.
 */
export function sortedColumnsOf(codes: readonly string[]): Columns {
  return new Map([...columnsOf(codes)].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** A day's rates as a row of a table. A map for each day would take six times the memory. */
export class RatesRow implements Rates {
  readonly #columns: Columns;
  readonly #cells: readonly number[];

  /** @param cells units per 1 USD, by column; `NaN` for a missing rate */
  constructor(columns: Columns, cells: readonly number[]) {
    this.#columns = columns;
    this.#cells = cells;
  }

  get size(): number {
    return [...this].length;
  }

  get(code: string): number | undefined {
    const rate = this.#cells[this.#columns.get(code) ?? -1] ?? NaN;
    return Number.isNaN(rate) ? undefined : rate;
  }

  has(code: string): boolean {
    return this.get(code) !== undefined;
  }

  forEach(callback: (rate: number, code: string, rates: Rates) => void): void {
    this.#columns.forEach((index, code) => {
      const rate = this.#cells[index] ?? NaN;
      if (!Number.isNaN(rate)) callback(rate, code, this);
    });
  }

  entries(): MapIterator<[string, number]> {
    const entries: [string, number][] = [];
    this.forEach((rate, code) => entries.push([code, rate]));
    return entries.values();
  }

  keys(): MapIterator<string> {
    return new Map(this).keys();
  }

  values(): MapIterator<number> {
    return new Map(this).values();
  }

  [Symbol.iterator](): MapIterator<[string, number]> {
    return this.entries();
  }
}
