import type { Instant, IsoDate } from '../../money/calendar.ts';
import type { WithheldRates } from '../../archive/day-rates.ts';
import { type Coverage, outsideCoverage, type OutsideCoverage } from '../../money/coverage.ts';
import type { Period } from '../../archive/quoted-periods.ts';
import type { PairCodes } from '../error.ts';
import type { RateSource } from '../../sources/rate-source.ts';

/** Why a source lacks the rates of a request. */
export type Lack = Reason & {
  /** What waits of the requested rates, which may be why there are none. Omitted if nothing waits. */
  readonly withheld?: WithheldRates;
};

type Reason =
  /** The market never has these currencies. */
  | { readonly lack: 'unknown_currency'; readonly codes: readonly string[] }
  /** A bank without any rates on this site. */
  | { readonly lack: 'nothing_fetched'; readonly source: RateSource }
  /** A bank never quoted the currency. */
  | { readonly lack: 'never_quoted'; readonly source: RateSource; readonly code: string }
  /** A bank's day lacks the currency, which the bank quotes on other days. */
  | {
      readonly lack: 'not_quoted';
      readonly source: RateSource;
      readonly code: string;
      readonly date: IsoDate;
      readonly periods: readonly Period[];
    }
  /** The newest market rates lack these currencies. */
  | {
      readonly lack: 'no_rate_today';
      readonly codes: readonly string[];
      /** The currencies among them whose newest rate is in an old unit. */
      readonly ofOldUnit: readonly string[];
    }
  /** Neither the date nor the days before it have rates of these currencies. */
  | {
      readonly lack: 'no_rate_near_date';
      readonly source: RateSource;
      readonly codes: readonly string[];
      readonly date: IsoDate;
      /** The date whose units of money count. It's after `date` if the rate must be of an earlier day. */
      readonly unitsOf: IsoDate;
      /** The source's first day with rates. */
      readonly first: IsoDate;
    }
  /** The day of a rule isn't known yet, because a bank's rates that may be of that day aren't published or read yet. */
  | {
      readonly lack: 'not_published_yet';
      readonly source: RateSource;
      /** The first day whose rates are awaited. */
      readonly date: IsoDate;
      /** Why they are awaited: they will be published, the bank's file can't be read, or they are in doubt. */
      readonly why: 'publication' | 'problem' | 'doubt';
      /** When to ask again: a time by which rates will be published. */
      readonly askAgain: Instant;
    }
  | LackOfDate
  /** No day of a range has rates of both currencies. */
  | {
      readonly lack: 'no_rate_in_range';
      readonly codes: PairCodes;
      readonly start: IsoDate;
      readonly end: IsoDate;
      /** The periods in which the source has rates of both. */
      readonly periods: readonly Period[];
    };

type LackOfDate = { readonly lack: 'date_out_of_range' } & OutsideCoverage;

/** Undefined if a source with this coverage can have rates for a date, as {@link outsideCoverage} says, and for today. */
export function lackOfDate(
  date: IsoDate | undefined,
  coverage: Coverage,
  now: Instant,
  daysBack?: number,
): LackOfDate | undefined {
  const outside = date === undefined ? undefined : outsideCoverage(date, coverage, now, daysBack);
  return outside && { lack: 'date_out_of_range', ...outside };
}

/** Whether a reader found no rates. */
export function isLack(found: object): found is Lack {
  return 'lack' in found;
}
