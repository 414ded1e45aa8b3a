import { strToU8, zipSync } from 'fflate';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { ArchivedDay } from '../../archive/archive.ts';
import type { Rates } from '../../money/rates.ts';

/**
 * Writes downloads in random forms that mean the same: keys, rows and columns in another order, more keys, other spaces
 * and line ends, and other spellings of numbers and codes.
 */
export class DownloadForms {
  readonly #random: () => number;

  /** @param seed the same seed writes the same forms */
  constructor(seed: number) {
    const generator = xoroshiro128plus(seed);
    this.#random = () => uniformFloat64(generator);
  }

  /** A value as JSON, with its objects' keys and its arrays' elements in a random order. */
  json(value: unknown): string {
    return this.#withBom(this.#json(value));
  }

  /** Rates with their codes in random case. */
  spelled(rates: Rates): Map<string, number> {
    return new Map(Array.from(rates, ([code, rate]) => [this.#pick([code, code.toLowerCase()]), rate]));
  }

  /** Days as a file of the European Central Bank: a zip or a CSV. */
  ofBank(days: readonly ArchivedDay[]): Uint8Array {
    const csv = strToU8(this.#csv(days));
    return this.#pick([zipSync({ 'eurofxref-hist.csv': csv }), csv]);
  }

  #csv(days: readonly ArchivedDay[]): string {
    const codes = this.#shuffled(codesOf(days));
    const names = this.#pick([
      ['Date', ...codes],
      [...codes, 'Date'],
    ]);
    const rows = this.#shuffled(days).map(({ date, rates }) =>
      names.map((name) => (name === 'Date' ? date : this.#cell(rates.get(name)))),
    );
    const [separator, end] = [this.#pick([',', ', ', ' ,']), this.#pick(['\n', '\r\n', ',\n', ', \r\n'])];
    return this.#withBom([names, ...rows].map((cells) => cells.join(separator) + end).join(''));
  }

  #json(value: unknown): string {
    const [open, close] = [this.#pick(['', ' ', '\n  ']), this.#pick(['', ' ', '\r\n\t'])];
    const listed = (items: readonly string[]) => open + this.#shuffled(items).join(`${open},${close}`) + close;
    if (Array.isArray(value)) return `[${listed(value.map((item) => this.#json(item)))}]`;
    if (typeof value === 'object' && value !== null) {
      const entries = Object.entries({ ...value, [`_${this.#random()}`]: ['EUR', null] });
      return `{${listed(entries.map(([key, of]) => `${JSON.stringify(key)}${close}:${open}${this.#json(of)}`))}}`;
    }
    return typeof value === 'number' ? this.#number(value) : JSON.stringify(value);
  }

  #number(value: number): string {
    const text = String(value);
    const digits = /^\d+\.\d+$/.test(text) ? `${text}0` : /^\d+$/.test(text) ? `${text}.0` : text;
    return this.#pick([text, digits, value.toExponential(), value.toExponential().replace('e', 'E')]);
  }

  /** A cell of the European Central Bank, which writes numbers without an exponent. */
  #cell(rate: number | undefined): string {
    if (rate === undefined) return this.#pick(['N/A', '']);
    const text = String(rate);
    return this.#pick([text, text.includes('.') ? `${text}0` : `${text}.0`]);
  }

  #shuffled<T>(items: readonly T[]): T[] {
    return items
      .map((item) => [this.#random(), item] as const)
      .sort(([one], [other]) => one - other)
      .map(([, item]) => item);
  }

  #pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[Math.floor(this.#random() * choices.length)] ?? choices[0];
  }

  #withBom(text: string): string {
    return this.#pick(['', '\uFEFF']) + text;
  }
}

function codesOf(days: readonly ArchivedDay[]): string[] {
  return [...new Set(days.flatMap(({ rates }) => [...rates.keys()]))];
}
