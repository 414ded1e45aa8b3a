import type { BankResponse } from '../../../archive/official-rates.ts';

/** How the rates of one of a bank's tables are requested and read. */
export interface TableRequests {
  /** The most days that one response has. */
  readonly perRequest: number | 'a calendar year' | 'all days';
  /** URL of the response for a range of days. `last` may be in the future. */
  readonly url: (first: string, last: string) => string;
  /** Whether the server says with status 404 that a range has no days. */
  readonly is404Empty?: boolean;
  /** @throws {RangeError} saying what is wrong, if the response has another form */
  readonly parse: (text: string) => BankResponse;
}
