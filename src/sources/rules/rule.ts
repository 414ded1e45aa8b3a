import type { IsoDate } from '../../money/calendar.ts';
import type { Bank } from '../bank.ts';

/** The rate that an article of a law or a regulation asks for. Each file in this folder describes one. */
export interface Rule {
  /** Country and purpose. It's the value of the parameter `rule`. */
  readonly key: string;
  /** What the rate is for, in plain words. */
  readonly purpose: string;
  /** What `date` is, such as `the day of the tax point`. */
  readonly date_is: string;
  readonly bank: Bank;
  /** The bank's rates, within a sentence. */
  readonly rates: string;
  /** Code of the currency that amounts are converted to. */
  readonly to: string;
  readonly day: DayOfRule;
  readonly article: string;
  /** An official page with the article. */
  readonly page: string;
  /** The texts in which the article was read, and when. */
  readonly read_in: string;
  readonly read_at: string;
  /** How amounts are rounded. Null if the authors have read no text about it; the law may still say how. */
  readonly rounding: RuleRounding | null;
  /** How sure the reading is. Less sure readings aren't rules. */
  readonly certainty: 'high' | 'very high';
  /** The first date for which the rule is applied. The article was in force by then, and may be older. */
  readonly from: IsoDate;
  /** The last date on which the article is in force; null if no end is known. */
  readonly until: IsoDate | null;
}

/** How an article asks for converted amounts to be rounded. */
export interface RuleRounding {
  /** Decimal places. */
  readonly places: number;
  /** To the nearest, with halves away from zero, or to the next number that is as large or larger. */
  readonly direction: 'half-up' | 'up';
  readonly article: string;
  readonly page: string;
  readonly read_in: string;
  readonly read_at: string;
}

/** The rounding in words. */
export function roundingInWords({ places, direction }: Pick<RuleRounding, 'places' | 'direction'>): string {
  const to = places === 0 ? 'whole units' : `${places} decimal places`;
  return direction === 'up' ? `up to ${to}` : `to ${to}, halves up`;
}

/**
 * The day of the rate: the last day with rates before the date, the last one up to the date, the first one from the date
 * on, the last day of the date's year and no other day, or the last one up to the first day of the year after the date.
 */
export type DayOfRule = 'before' | 'on or before' | 'on or after' | '31 December' | 'next 1 January';

/** The day of the rate in words. @param date the date, or what it is */
export function dayInWords(day: DayOfRule, date: string): string {
  switch (day) {
    case 'before':
      return `the last day with rates before ${date}`;
    case 'on or before':
      return `${date} or, if that day has no rates, the last earlier day with rates`;
    case 'on or after':
      return `${date} or, if that day has no rates, the next day with rates`;
    case '31 December':
      return `31 December of the year of ${date}`;
    case 'next 1 January':
      return `1 January of the year after that of ${date} or, if that day has no rates, the last earlier day with rates`;
  }
}
