import type { DatedRate } from '../../rates/past-rates.ts';
import type { Rates } from '../../rates/rates.ts';

/*
 * Tables as CSV (RFC 4180): one header line, CRLF. Codes, dates and numbers need no quotes, and spreadsheets can't read
 * them as formulas.
 */

export function tableHeaders(name: string) {
  return {
    'Content-Disposition': `attachment; filename="${name}.csv"`,
    'Content-Type': 'text/csv; charset=utf-8',
  } as const;
}

export function ratesTable(rates: Rates): string {
  return tableOf('code,rate', rates);
}

export function historyTable(rates: readonly DatedRate[]): string {
  return tableOf(
    'date,rate',
    rates.map(({ date, rate }) => [date, rate]),
  );
}

function tableOf(header: string, rows: Iterable<readonly [name: string, rate: number]>): string {
  return [header, ...Array.from(rows, ([name, rate]) => `${name},${rate}`), ''].join('\r\n');
}
