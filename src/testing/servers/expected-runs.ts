import { dateAt, type Instant } from '../../money/calendar.ts';
import { spansOf } from '../../download/banks/spans.ts';
import type { BankRequest, TableRequests } from '../../download/banks/table-requests.ts';
import { type BankTable, lastPossibleDay } from '../../sources/bank.ts';
import { present } from '../../text/present.ts';

/** A table that is asked for, and how. */
export interface AskedTable {
  readonly table: BankTable;
  readonly requests: TableRequests;
}

/** The most requests that a run sends to a server, as its limits say. */
export function mostRequests(asked: readonly AskedTable[]): number {
  return Math.min(40, ...asked.map(({ requests: { perMinute = Infinity } }) => perMinute));
}

/** A request to a bank as its server sees it: the path with the query, followed by the body. */
export function pathOf(ask: BankRequest): string {
  const { pathname, search } = new URL(typeof ask === 'string' ? ask : ask.url);
  return pathname + search + (typeof ask === 'string' ? '' : ask.body);
}

/**
 * The ranges of days of a server's tables up to a time, each with its requests, in the order in which they're asked for:
 * the newest range of each table, then each table's other ranges, the newest first.
 */
export function rangesOf(asked: readonly AskedTable[], now: Instant): string[][] {
  const ofTables = asked.map(({ table, requests: { perRange, asks } }) =>
    spansOf({ ...table, perRange }, table.firstDay, lastPossibleDay(table, now))
      .map((span) => asks(...span, dateAt(now)).map(pathOf))
      .reverse(),
  );
  return [...ofTables.map(([newest]) => present(newest, 'range')), ...ofTables.flatMap(([, ...past]) => past)];
}

/**
 * The first run after which all ranges of a server have been asked for, if no request fails. A run asks for a range only
 * if all of the range's requests are left.
 *
 * @param otherRequests the number of a run's requests that aren't for these ranges, such as those for newer days
 */
export function expectedRuns(
  asked: readonly AskedTable[],
  now: Instant,
  otherRequests: (run: number) => number = () => 0,
): number {
  const leftIn = (run: number) => mostRequests(asked) - otherRequests(run);
  let [run, left, sent] = [1, leftIn(1), new Set<string>()];
  for (const range of rangesOf(asked, now)) {
    // Two tables may need the same request.
    while (range.filter((path) => !sent.has(path)).length > left)
      [run, left, sent] = [run + 1, leftIn(run + 1), new Set()];
    for (const path of range) {
      if (!sent.has(path)) left--;
      sent.add(path);
    }
  }
  return run;
}
