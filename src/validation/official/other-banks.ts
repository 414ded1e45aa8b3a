import type { ArchivedDay } from '../../archive/archive.ts';
import type { Official } from '../../archive/official-rates.ts';
import { type IsoDate, dayNumber } from '../../money/calendar.ts';
import { crossRate } from '../../money/cross-rate.ts';
import { inUnitOn } from '../../money/currencies/unit-changes.ts';
import { directionOf, directionsOf } from '../../money/quotation.ts';
import type { Rates } from '../../money/rates.ts';
import { type Bank, needsConfirmation } from '../../sources/bank.ts';
import { bankTables } from '../../sources/banks.ts';
import type { MarketRate } from './market-rates.ts';

/**
 * Days before or after a day whose rates of other banks count. If a bank has rates of the day or of a day beside it, days
 * that are farther away don't count. Banks close for up to four days.
 */
const STEPS = [
  [0, -1, 1],
  [-2, 2],
  [-3, 3],
];

/** A bank with which others are compared. */
type Quoting = Pick<Bank, 'base' | 'quotation'>;

/**
 * The rates of the banks with https. Nobody can change them on their way. Quarterly lists are left out, because their
 * rates are a month old.
 */
export class OtherBanks {
  readonly #official: Official;
  /** With the days by their numbers, which are found faster than dates. */
  #tables: readonly { readonly bank: Bank; readonly days: ReadonlyMap<number, ArchivedDay> }[] | undefined;

  constructor(official: Official) {
    this.#official = official;
  }

  /** The banks' rates on the nearest days, in a bank's quotation and in the currency's unit on the date. */
  *around(code: string, date: IsoDate, compared: Quoting): Generator<MarketRate> {
    const { quotation } = compared;
    const day = dayNumber(date);
    for (const steps of STEPS) {
      let isFound = false;
      for (const step of steps) {
        for (const { date: of, rate } of this.#ratesOn(day + step, code, compared)) {
          isFound = true;
          yield { date: of, rate: inUnitOn(date, { code, rate, of, quotation }) };
        }
      }
      if (isFound) return;
    }
  }

  *#ratesOn(day: number, code: string, { base, quotation }: Quoting): Generator<MarketRate> {
    this.#tables ??= tablesOf(this.#official);
    const isDirect = directionOf(quotation, code) === 'direct';
    for (const { bank, days } of this.#tables) {
      const { date, rates } = days.get(day) ?? {};
      const [ofCode, ofBase] = rates ? [rateIn(bank, rates, code), rateIn(bank, rates, base)] : [];
      if (date === undefined || ofCode === undefined || ofBase === undefined) continue;
      const rate = isDirect
        ? crossRate(ofCode, ofBase, directionsOf([code, base], bank.quotation))
        : crossRate(ofBase, ofCode, directionsOf([base, code], bank.quotation));
      yield { date, rate };
    }
  }
}

function tablesOf(official: Official) {
  const compared = bankTables.filter(({ bank, table }) => !needsConfirmation(bank) && table.rhythm !== 'quarters');
  return compared.flatMap(({ bank, table }) => {
    const { days = [] } = official.get(table.key) ?? {};
    const byDay = new Map(days.map((day): [number, ArchivedDay] => [dayNumber(day.date), day]));
    return days.length > 0 ? [{ bank, days: byDay }] : [];
  });
}

function rateIn({ base }: Bank, rates: Rates, code: string): number | undefined {
  return code === base ? 1 : rates.get(code);
}
