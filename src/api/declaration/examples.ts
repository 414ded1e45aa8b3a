import type { Instant, IsoDate } from '../../money/calendar.ts';
import type { DayRates } from '../../archive/day-rates.ts';
import type { PublishedCurrency } from '../../money/published-currency.ts';
import type { DailyRates, RatesOfYear } from '../../money/past-rates.ts';
import type { Bank } from '../../sources/bank.ts';
import type { ExampleDays } from './parameters.ts';

/** Published rates from which the documentation's examples are built. The examples' pair is USD to EUR. */
export interface Examples {
  /** When the site fetched its newest dataset. */
  readonly retrieved_at: Instant;
  /** The newest day. */
  readonly asOf: IsoDate;
  readonly from: PublishedCurrency;
  readonly to: PublishedCurrency;
  readonly days: ExampleDays;
  /** The rates of `days.day`. */
  readonly day: DayRates;
  /** The rates of `days.day`, or the last before, of each bank; undefined if it lacks a currency of the pair. */
  readonly ofBanks: readonly { readonly bank: Bank; readonly day: DayRates | undefined }[];
  readonly today: DayRates;
  /** The pair's rates from `days.start` to `days.end`, one per week. */
  readonly weekly: DailyRates;
  /** The rates of EUR in `days.year`. */
  readonly ofYear: RatesOfYear;
  /** The first and the last archived day. */
  readonly first: IsoDate;
  readonly last: IsoDate;
}
