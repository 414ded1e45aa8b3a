import { elementAt } from '../rates/element-at.ts';
import { type Period, periods, pointsOf } from '../rates/period.ts';
import type { CurrencyYear } from '../rates/published-currency.ts';
import { decimalsOf, HISTORY_DIGITS, powerOfTen, round, roundScaled } from '../rates/round.ts';

const encoder = new TextEncoder();
const codeOf = (character: string) => character.charCodeAt(0);
const zero = codeOf('0');
const point = codeOf('.');
const comma = codeOf(',');
const closingBrace = codeOf('}');

/** What follows the last rate. */
const END = encoder.encode('}]}\n');
/** Room for what stands before the first point. */
const LONGEST_HEAD = 200;
/** Room for a rate, which has up to 21 digits in full, and for `},`. */
const LONGEST_RATE = 23;

/**
 * Prints the histories of pairs as they are published: byte for byte what `serialize` makes of `buildHistory`, in a
 * fifth of the time, as strings and their numbers are what takes the most of it. The text grows from its end to its
 * beginning in one buffer: so a period's points are the tail of the next longer one's, and none is printed twice.
 */
export class HistoryPrinter {
  readonly #heads: readonly Uint8Array[];
  readonly #bytes: Uint8Array;

  /** @param dates the days of the longest period, `YYYY-MM-DD`, ascending */
  constructor(dates: readonly string[]) {
    this.#heads = dates.map((date) => encoder.encode(`{"date":"${date}","rate":`));
    const points = this.#heads.reduce((sum, head) => sum + head.length + LONGEST_RATE, 0);
    this.#bytes = new Uint8Array(LONGEST_HEAD + points + END.length);
    this.#bytes.set(END, this.#bytes.length - END.length);
  }

  /**
   * Gives a pair's history of every period, the shortest first. The bytes are a view of the printer's buffer: they hold
   * until the next history is asked for.
   */
  *print(from: CurrencyYear, to: CurrencyYear): Generator<[period: Period, body: Uint8Array]> {
    const days = this.#heads.length;
    for (const { code, yearPerUsd } of [from, to])
      if (yearPerUsd.length !== days)
        throw new RangeError(`${code} has a series of ${yearPerUsd.length} days, not ${days}.`);
    const bytes = this.#bytes;
    let begin = bytes.length - END.length;
    let printed = 0;
    for (const period of periods) {
      const points = pointsOf(period);
      begin = this.#prependPoints(begin, printed, points, from.yearPerUsd, to.yearPerUsd);
      printed = points;
      const head = `{"success":true,"from":"${from.code}","to":"${to.code}","period":"${period}","data_points":${points}`;
      yield [period, bytes.subarray(prependText(bytes, begin, `${head},"data":[`))];
    }
  }

  /** A pair's history of one period; no more of it is printed than that. The bytes are as short-lived as {@link print}'s. */
  printPeriod(from: CurrencyYear, to: CurrencyYear, wanted: Period): Uint8Array {
    for (const [period, body] of this.print(from, to)) if (period === wanted) return body;
    throw new RangeError(`There is no period ${wanted}.`);
  }

  /** Prints the points before the last `printed` ones, until there are `points`. @returns where they begin */
  #prependPoints(
    end: number,
    printed: number,
    points: number,
    fromPerUsd: readonly number[],
    toPerUsd: readonly number[],
  ): number {
    const bytes = this.#bytes;
    const heads = this.#heads;
    const last = heads.length - 1;
    let begin = end;
    // From day to day a rate mostly keeps its power of ten.
    let decimals = 0;
    let factor = NaN;
    for (let day = last - printed; day > last - points; day--) {
      if (day < last) {
        bytes[--begin] = comma;
        bytes[--begin] = closingBrace;
      }
      const value = elementAt(toPerUsd, day) / elementAt(fromPerUsd, day);
      let whole = roundScaled(value * factor, HISTORY_DIGITS);
      if (whole === 0) {
        decimals = decimalsOf(value, HISTORY_DIGITS);
        factor = decimals <= MOST_DECIMALS ? powerOfTen(decimals) : NaN;
        whole = roundScaled(value * factor, HISTORY_DIGITS);
      }
      begin =
        whole > 0
          ? prependDecimal(bytes, begin, whole, decimals)
          : prependText(bytes, begin, String(round(value, HISTORY_DIGITS)));
      const head = elementAt(heads, day);
      begin -= head.length;
      bytes.set(head, begin);
    }
    return begin;
  }
}

/** JavaScript writes numbers below 0.000001 with an exponent. */
const MOST_DECIMALS = HISTORY_DIGITS - 1 + 6;

/** Prints `whole / 10 ** decimals` as JavaScript writes it. @returns where it begins */
function prependDecimal(bytes: Uint8Array, end: number, whole: number, decimals: number): number {
  let begin = end;
  let rest = whole | 0;
  let places = decimals;
  while (places > 0 && rest % 10 === 0) {
    rest = (rest / 10) | 0;
    places--;
  }
  if (places > 0) {
    for (; places > 0; places--) {
      const tens = (rest / 10) | 0;
      bytes[--begin] = zero + rest - 10 * tens;
      rest = tens;
    }
    bytes[--begin] = point;
  }
  do {
    const tens = (rest / 10) | 0;
    bytes[--begin] = zero + rest - 10 * tens;
    rest = tens;
  } while (rest > 0);
  return begin;
}

/** Prints ASCII. @returns where it begins */
function prependText(bytes: Uint8Array, end: number, text: string): number {
  const begin = end - text.length;
  for (let i = 0; i < text.length; i++) bytes[begin + i] = text.charCodeAt(i);
  return begin;
}
