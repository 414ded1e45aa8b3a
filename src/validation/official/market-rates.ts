import { type IsoDate, dateOfDay } from '../../money/calendar.ts';
import { crossRate } from '../../money/cross-rate.ts';
import { catalogue } from '../../money/currencies/catalogue.ts';
import { inUnitOn } from '../../money/currencies/unit-changes.ts';
import { directionOf } from '../../money/quotation.ts';
import type { ArchivedDay } from '../../archive/archive.ts';
import type { Bank } from '../../sources/bank.ts';
import { isComposed, noChanges, providerOn } from '../../sources/provider.ts';
import { ValidatedArchive, type Witnessed } from '../validate-archive.ts';

/** Market rates count for official rates of this many days before or after, because the dataset lacks days. */
const MARKET_DAYS = 3;

/** A market rate in a bank's quotation. */
export interface MarketRate {
  readonly date: IsoDate;
  readonly rate: number;
}

/**
 * The market dataset's rates, with which official rates are compared. Composed days don't count, because they are made
 * of official rates.
 */
export class MarketRates {
  readonly #archive: Witnessed;
  readonly #days: ReadonlyMap<string, ArchivedDay>;
  #rejected: ReadonlySet<string> | undefined;
  /** The days around the last day that was asked for. The currencies of a bank's day are compared one after the other. */
  #near: { readonly day: number; readonly days: readonly ArchivedDay[] } | undefined;

  constructor(archive: Witnessed) {
    const { days, providers = noChanges } = archive;
    this.#archive = archive;
    this.#days = new Map(
      days.filter(({ date }) => !isComposed(providerOn(providers, date))).map((day) => [day.date, day]),
    );
  }

  /**
   * The source's rates around a day, valid or not, in the bank's quotation and in the currency's unit on the day,
   * ascending by date.
   */
  around(code: string, day: number, { base, quotation }: Pick<Bank, 'base' | 'quotation'>): MarketRate[] {
    const found: MarketRate[] = [];
    const isDirect = directionOf(quotation, code) === 'direct';
    for (const { date, rates } of this.#daysAround(day)) {
      const [ofBase, ofCode] = [rates.get(base), rates.get(code)];
      if (ofBase === undefined || ofCode === undefined) continue;
      const rate = isDirect ? crossRate(ofCode, ofBase) : crossRate(ofBase, ofCode);
      found.push({ date, rate: inUnitOn(dateOfDay(day), { code, rate, of: date, quotation }) });
    }
    return found;
  }

  #daysAround(day: number): readonly ArchivedDay[] {
    if (this.#near?.day !== day) {
      const near = Array.from({ length: 2 * MARKET_DAYS + 1 }, (_, index) => dateOfDay(day - MARKET_DAYS + index));
      this.#near = { day, days: near.map((date) => this.#days.get(date)).filter((of) => of !== undefined) };
    }
    return this.#near.days;
  }

  /** Whether both rates of a market rate are valid. Validation takes time, so it's done only if a rate is needed. */
  isValid(code: string, { date }: MarketRate, { base }: Pick<Bank, 'base'>): boolean {
    this.#rejected ??= new Set(
      new ValidatedArchive(this.#archive, catalogue).rejected().map(({ date, code }) => `${date} ${code}`),
    );
    return ![base, code].some((each) => this.#rejected?.has(`${date} ${each}`));
  }
}
