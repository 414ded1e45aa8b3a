import { decimalsOf, HISTORY_DIGITS, powerOfTen, round, roundScaled } from '../../rates/round.ts';

const encoder = new TextEncoder();
const codeOf = (character: string) => character.charCodeAt(0);
const zero = codeOf('0');
const point = codeOf('.');
const comma = codeOf(',');
const closingBrace = codeOf('}');

/** What a point begins with, up to its rate. @param date `YYYY-MM-DD` */
export function headOfPoint(date: string): Uint8Array {
  return encoder.encode(`{"date":"${date}","rate":`);
}

/** Room for a point, with `},` between it and the next: a number below 10²¹ is written in full. */
const MAX_POINT_BYTES = headOfPoint('2026-06-03').length + 21 + 2;
/** What follows the last rate. */
const END = encoder.encode('}]}\n');

/** JavaScript writes numbers below 0.000001 with an exponent. */
const MAX_DECIMALS = HISTORY_DIGITS - 1 + 6;

/**
 * Prints a document that ends with points, `"data":[{"date":…,"rate":…}]}`: byte for byte what `serialize` makes of it, in
 * less than half the time, as strings and their numbers are what takes the most of it. The text grows from its end to its
 * beginning, in one buffer: so does a number, whose last digit is known first.
 */
export class PointsPrinter {
  readonly #bytes: Uint8Array;
  #begin: number;
  // From day to day a rate mostly keeps its power of ten.
  #decimals = 0;
  #factor = NaN;

  /** @param longestText in bytes, what stands before the points */
  constructor(mostPoints: number, longestText: number) {
    this.#bytes = new Uint8Array(longestText + mostPoints * MAX_POINT_BYTES + END.length);
    this.#bytes.set(END, this.#bytes.length - END.length);
    this.#begin = this.#bytes.length - END.length;
  }

  /** What is printed: a view of the buffer, which holds until something else is printed there. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(this.#begin);
  }

  /** Takes everything back, or all but the bytes that were printed first. */
  reset(length = END.length): void {
    this.#begin = this.#bytes.length - length;
  }

  /** @param text in ASCII */
  prependText(text: string): void {
    this.#begin = prependText(this.#bytes, this.#begin, text);
  }

  /**
   * Prints a point before the others.
   *
   * @param head of {@link headOfPoint}
   * @throws {RangeError} when the rate is not finite
   */
  prepend(head: Uint8Array, rate: number): void {
    const bytes = this.#bytes;
    let begin = this.#begin;
    if (begin < bytes.length - END.length) {
      bytes[--begin] = comma;
      bytes[--begin] = closingBrace;
    }
    begin = this.#prependRate(begin, rate) - head.length;
    bytes.set(head, begin);
    this.#begin = begin;
  }

  /** @returns where it begins */
  #prependRate(end: number, value: number): number {
    let whole = roundScaled(value * this.#factor, HISTORY_DIGITS);
    if (whole === 0) {
      this.#decimals = decimalsOf(value, HISTORY_DIGITS);
      this.#factor = this.#decimals <= MAX_DECIMALS ? powerOfTen(this.#decimals) : NaN;
      whole = roundScaled(value * this.#factor, HISTORY_DIGITS);
    }
    return whole > 0
      ? prependDecimal(this.#bytes, end, whole, this.#decimals)
      : prependText(this.#bytes, end, String(round(value, HISTORY_DIGITS)));
  }
}

/** Prints ASCII. @returns where it begins */
function prependText(bytes: Uint8Array, end: number, text: string): number {
  const begin = end - text.length;
  for (let i = 0; i < text.length; i++) bytes[begin + i] = text.charCodeAt(i);
  return begin;
}

/**
 * Prints `whole / 10 ** decimals` as JavaScript writes it: without zeros at the end of a fraction.
 * @returns where it begins
 */
function prependDecimal(bytes: Uint8Array, end: number, whole: number, decimals: number): number {
  // Eight digits fit into 32 bits, and integers of 32 bits are divided quickly.
  let rest = whole | 0;
  let places = decimals;
  while (places > 0 && rest % 10 === 0) {
    rest = (rest / 10) | 0;
    places--;
  }
  let begin = end;
  while (rest > 0) {
    const tens = (rest / 10) | 0;
    bytes[--begin] = zero + rest - 10 * tens;
    rest = tens;
    if (--places === 0) bytes[--begin] = point;
  }
  while (places > 0) {
    bytes[--begin] = zero;
    if (--places === 0) bytes[--begin] = point;
  }
  if (bytes[begin] === point) bytes[--begin] = zero;
  return begin;
}
