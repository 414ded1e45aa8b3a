import { elementAt } from '../../rates/element-at.ts';
import { type Period, periods, pointsOf } from '../../rates/period.ts';
import type { CurrencyYear } from '../../snapshot/published-currency.ts';
import { headOfPoint, PointsPrinter } from './points-printer.ts';

/** Room for what stands before the first point. */
const MAX_HEAD = 200;

/**
 * Prints the histories of pairs as they are published. A period's points are the tail of the next longer one's, and none is
 * printed twice.
 */
export class SyntheticHistoryPrinter {
  readonly #heads: readonly Uint8Array[];
  readonly #printer: PointsPrinter;

  /** @param dates the days of the longest period, `YYYY-MM-DD`, ascending */
  constructor(dates: readonly string[]) {
    this.#heads = dates.map(headOfPoint);
    this.#printer = new PointsPrinter(dates.length, MAX_HEAD);
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
    const printer = this.#printer;
    printer.reset();
    let printed = 0;
    for (const period of periods) {
      const points = pointsOf(period);
      for (let day = days - printed - 1; day >= days - points; day--) {
        printer.prepend(elementAt(this.#heads, day), elementAt(to.yearPerUsd, day) / elementAt(from.yearPerUsd, day));
      }
      printed = points;
      const { length } = printer.bytes;
      const head = `{"success":true,"from":"${from.code}","to":"${to.code}","period":"${period}","data_points":${points}`;
      printer.prependText(`${head},"data":[`);
      yield [period, printer.bytes];
      printer.reset(length);
    }
  }
}
