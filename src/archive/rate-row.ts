/**
 * Rates of a day by code, as a row of a table. A Map would take five times the memory, and banks have 1.7 million rates.
 */
export class RateRow implements ReadonlyMap<string, number> {
  readonly size: number;
  readonly #places: ReadonlyMap<string, number>;
  readonly #table: Float64Array;
  readonly #start: number;

  /**
   * @param places each code's place in a row, which all rows share
   * @param table the rates of all rows, one row after another; `NaN` for a missing rate
   * @param start where this row starts
   * @param size the row's number of rates
   */
  constructor(places: ReadonlyMap<string, number>, table: Float64Array, start: number, size: number) {
    this.#places = places;
    this.#table = table;
    this.#start = start;
    this.size = size;
  }

  get(code: string): number | undefined {
    const place = this.#places.get(code);
    const rate = place === undefined ? NaN : this.#at(place);
    return Number.isNaN(rate) ? undefined : rate;
  }

  has(code: string): boolean {
    return this.get(code) !== undefined;
  }

  forEach(callback: (rate: number, code: string, rates: ReadonlyMap<string, number>) => void): void {
    for (const [code, place] of this.#places) {
      const rate = this.#at(place);
      if (!Number.isNaN(rate)) callback(rate, code, this);
    }
  }

  *entries(): MapIterator<[string, number]> {
    for (const [code, place] of this.#places) {
      const rate = this.#at(place);
      if (!Number.isNaN(rate)) yield [code, rate];
    }
  }

  *keys(): MapIterator<string> {
    for (const [code] of this.entries()) yield code;
  }

  *values(): MapIterator<number> {
    for (const [, rate] of this.entries()) yield rate;
  }

  #at(place: number): number {
    return this.#table[this.#start + place] ?? NaN;
  }

  [Symbol.iterator](): MapIterator<[string, number]> {
    return this.entries();
  }
}
