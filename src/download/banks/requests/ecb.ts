import { CODE } from '../../../money/currencies/code.ts';
import { described } from '../../../text/quote.ts';
import { fileOf, type Quote } from '../reading/quotes.ts';
import type { TableRequests } from '../table-requests.ts';

/** Requests for the European Central Bank's rates: a CSV of all days, which may be in a zip. */
export const ecb: TableRequests = {
  perRange: 'all days',
  asks: () => ['https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist.zip'],
  inZip: /\.csv$/,
  parse: (text) => fileOf(quotesIn(text), BASE),
};

const BASE = 'EUR';
const MAX_COLUMNS = 200;

function* quotesIn(text: string): Generator<Quote> {
  const [header = '', ...lines] = text.trimEnd().split(/\r?\n/);
  const names = cellsOf(header);
  const dates = names.indexOf('Date');
  // In the bank's file, each line ends in a comma, so the last column has no name.
  const codes = names.at(-1) === '' ? names.slice(0, -1) : names;
  if (dates === -1 || codes.length === 1 || !areCodes(codes.toSpliced(dates, 1)))
    throw new RangeError(`line 1 isn't a header: ${described(header)}`);
  if (lines.length === 0) throw new RangeError('the file has no days');
  for (const line of lines) {
    const cells = cellsOf(line);
    const date = cells[dates] ?? '';
    if (cells.length !== names.length || cells.slice(codes.length).some((cell) => cell !== '')) {
      yield { date, code: null, value: null };
      continue;
    }
    for (const [column, code] of codes.entries()) {
      const cell = cells[column] ?? '';
      if (column !== dates) yield { date, code, value: cell === 'N/A' || cell === '' ? null : cell };
    }
  }
}

function cellsOf(line: string): string[] {
  return line.split(',').map((cell) => cell.trim());
}

/** Whether these can be the quoted currencies of a file. */
function areCodes(codes: readonly string[]): boolean {
  const areValid = codes.every((code) => CODE.test(code) && code !== BASE);
  return areValid && new Set(codes).size === codes.length && codes.length <= MAX_COLUMNS;
}
