import { CODE } from '../../../currencies/code.ts';
import { quoted } from '../../../text/quote.ts';
import { fileOf, type Quote } from './quotes.ts';
import type { TableRequests } from './table-requests.ts';

/**
 * Requests for the European Central Bank's rates, in the forms in which the bank publishes them: a CSV of all days, which
 * may be in a zip, and XML of the last 90 days.
 */
export const ecb: TableRequests = {
  perRequest: 'all days',
  url: () => 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist.zip',
  parse: (text) => {
    const quotes = /^\uFEFF?\s*<\?xml/.test(text) ? quotesOfXml(text) : quotesOfCsv(text);
    return fileOf(quotes, BASE);
  },
};

const BASE = 'EUR';
const MAX_COLUMNS = 200;

function* quotesOfCsv(text: string): Generator<Quote> {
  const [header = '', ...lines] = text.trimEnd().split(/\r?\n/);
  const names = cellsOf(header);
  const dates = names.indexOf('Date');
  // In the bank's file, each line ends in a comma, so the last column has no name.
  const codes = names.at(-1) === '' ? names.slice(0, -1) : names;
  if (dates === -1 || codes.length === 1 || !areCodes(codes.toSpliced(dates, 1)))
    throw new RangeError(`line 1 isn't a header: ${quoted(header, 40)}`);
  if (lines.length === 0) throw new RangeError('the file has no days');
  for (const line of lines) {
    const cells = cellsOf(line);
    const date = cells[dates] ?? '';
    if (cells.length !== names.length || cells.slice(codes.length).some((cell) => cell !== '')) {
      yield { date, code: null, value: null };
      continue;
    }
    for (const [column, code] of codes.entries()) if (column !== dates) yield quoteOf(date, code, cells[column]);
  }
}

function cellsOf(line: string): string[] {
  return line.split(',').map((cell) => cell.trim());
}

/** Matches the whole document. If it has anything other than days with their rates, the document is unusable. */
const XML =
  /^\uFEFF?\s*<\?xml[^<>]*\?>\s*<gesmes:Envelope[^<>]*>\s*<gesmes:subject>[^<>]*<\/gesmes:subject>\s*<gesmes:Sender>\s*<gesmes:name>[^<>]*<\/gesmes:name>\s*<\/gesmes:Sender>\s*<Cube>([\s\S]*)<\/Cube>\s*<\/gesmes:Envelope>\s*$/;
const XML_DAY = /\s*<Cube time=["']([^"'<>]*)["']>((?:\s*<Cube\s[^<>]*\/>)*)\s*<\/Cube>\s*/y;
/** Matches a rate. Its two attributes may have any order. */
const XML_RATE =
  /\s*<Cube(?=[^<>]*\scurrency=["']([^"'<>]*)["'])(?=[^<>]*\srate=["']([^"'<>]*)["'])(?:\s+\w+=["'][^"'<>]*["']){2}\s*\/>\s*/y;

function* quotesOfXml(text: string): Generator<Quote> {
  const [, cubes] = XML.exec(text) ?? [];
  if (cubes === undefined) throw new RangeError('the XML isn’t a list of reference rates');
  for (const [date = '', rates = ''] of matchesOf(XML_DAY, cubes)) {
    const cells = matchesOf(XML_RATE, rates);
    if (!areCodes(cells.map(([code = '']) => code))) yield { date, code: null, value: null };
    else for (const [code = '', rate] of cells) yield quoteOf(date, code, rate);
  }
}

/** The groups of each match. Together, the matches must cover the whole text. */
function matchesOf(form: RegExp, text: string): string[][] {
  const matches: string[][] = [];
  form.lastIndex = 0;
  let end = 0;
  for (let match = form.exec(text); match; match = form.exec(text)) {
    matches.push(match.slice(1));
    end = form.lastIndex;
  }
  if (text.slice(end).trim() !== '')
    throw new RangeError(`the XML has something other than days and rates: ${quoted(text.slice(end), 40)}`);
  return matches;
}

/** Whether these can be the quoted currencies of a file. */
function areCodes(codes: readonly string[]): boolean {
  const areValid = codes.every((code) => CODE.test(code) && code !== BASE);
  return areValid && new Set(codes).size === codes.length && codes.length <= MAX_COLUMNS;
}

function quoteOf(date: string, code: string, cell = ''): Quote {
  return { date, code, value: cell === 'N/A' || cell === '' ? null : cell };
}
