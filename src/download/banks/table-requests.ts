import type { IsoDate } from '../../money/calendar.ts';
import type { BankResponse } from '../../archive/official-rates.ts';

/** A request to a bank's server: a URL for GET, or a request with a body. */
export type BankRequest =
  | string
  | {
      readonly url: string;
      readonly method: 'POST';
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    };

/** The texts of the responses to a range's requests, in the order of the requests. */
export type ResponseTexts = readonly [string, ...string[]];

/** How the rates of one of a bank's tables are requested and read. */
export interface TableRequests {
  /** The most days that are requested together, as a range. */
  readonly perRange: number | 'a calendar year' | 'all days';
  /**
   * The requests for a range of days. `last` may be in the future, and `today` is the day of the run. The range is taken
   * over only if each request has a response. A run sends at most 40 requests to a server, so a range shouldn't need more
   * than about 10.
   */
  readonly asks: (first: IsoDate, last: IsoDate, today: IsoDate) => readonly [BankRequest, ...BankRequest[]];
  /**
   * The most requests that the server accepts in a minute from anyone, if the bank says so. A run sends no more, and the
   * next run continues. Tables on the same server have the same number.
   */
  readonly perMinute?: number;
  /** Whether the server says with status 404 that a range has no days. */
  readonly is404Empty?: boolean;
  /**
   * Whether responses also have other days than their range, because a rate or a list is valid for several days. These
   * days are ignored. Without it, a day that the bank can't have is in doubt.
   */
  readonly hasOtherDays?: boolean;
  /** If responses may be zips, the name of the file to read. A zip must have exactly one. */
  readonly inZip?: RegExp;
  /** @throws {RangeError} saying what is wrong, if a response has another form */
  readonly parse: (...texts: ResponseTexts) => BankResponse;
}
