import type { MeanRate } from '../money/mean-rates.ts';
import type { DatedRate } from '../money/past-rates.ts';
import type { Rates } from '../money/rates.ts';

/*
 * Tables as CSV (RFC 4180): one header line, and CRLF after each line. Codes, dates and numbers need no quotes, and
 * spreadsheets can't read them as formulas.
 */

export interface Table {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function tableHeaders(name: string) {
  return {
    'Content-Disposition': `attachment; filename="${name}.csv"`,
    'Content-Type': 'text/csv; charset=utf-8',
  } as const;
}

export function ratesCsv(rates: Rates): string {
  return csvOf('code,rate', rates);
}

export function historyCsv(rates: readonly DatedRate[]): string {
  return csvOf(
    'date,rate',
    rates.map(({ date, rate }) => [date, rate]),
  );
}

/** The first columns are those of {@link historyCsv}, so that a spreadsheet made for past rates can read averages. */
export function meansCsv(means: readonly MeanRate[]): string {
  return csvOf(
    'date,rate,days,first_date,complete',
    means.map(({ date, rate, days, first_date, complete }) => [date, rate, days, first_date, complete]),
  );
}

function csvOf(header: string, rows: Iterable<readonly unknown[]>): string {
  return [header, ...Array.from(rows, (cells) => cells.join()), ''].join('\r\n');
}
