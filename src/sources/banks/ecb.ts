import { CODE } from '../../currencies/code.ts';
import { quoted } from '../../text/quote.ts';
import { type Bank, fileOf, type Quote } from './bank.ts';

/**
 * The European Central Bank's euro reference rates, in the forms in which the bank publishes them: a CSV of all days,
 * which may be in a zip, and XML of the last 90 days.
 */
export const ecb: Bank = {
  key: 'ecb',
  name: 'European Central Bank',
  inSentence: 'the European Central Bank',
  shortName: 'ECB',
  source: {
    name: 'European Central Bank, euro foreign exchange reference rates',
    url: 'https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/html/index.en.html',
    license: 'LicenseRef-ECB-reuse-with-attribution',
    attribution: 'Source: European Central Bank',
  },
  terms: 'Free reuse, if the European Central Bank is named as the source and the rates aren’t changed',
  base: 'EUR',
  quotation: 'indirect',
  tables: [
    {
      key: 'ecb',
      firstDay: '1999-01-04',
      rhythm: 'business days',
      // 15:30. The bank publishes its rates at about 16:00 Central European Time, which is 15:00 UTC in winter.
      publishedBy: 15.5,
      daysBack: 7,
      perRequest: 'all days',
      url: () => 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist.zip',
      parse: (text) => {
        const quotes = /^\uFEFF?\s*<\?xml/.test(text) ? quotesOfXml(text) : quotesOfCsv(text);
        return fileOf(quotes, 'EUR');
      },
    },
  ],
};

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
  const areValid = codes.every((code) => CODE.test(code) && code !== ecb.base);
  return areValid && new Set(codes).size === codes.length && codes.length <= MAX_COLUMNS;
}

function quoteOf(date: string, code: string, cell = ''): Quote {
  return { date, code, value: cell === 'N/A' || cell === '' ? null : cell };
}
