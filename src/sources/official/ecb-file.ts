import { unzipSync } from 'fflate';
import { areEqual } from '../../archive/archive.ts';
import { ecb } from '../../archive/official-bank.ts';
import type { OfficialFile } from '../../validation/official/official-rules.ts';
import { CODE } from '../../currencies/code.ts';
import { isDate } from '../../rates/calendar.ts';
import { isPossibleRate } from '../../rates/rates.ts';
import type { Rates } from '../../rates/rates.ts';
import { quoted } from '../../text/quote.ts';
import { DownloadError } from '../errors.ts';

/*
 * The European Central Bank's file of euro reference rates, in the forms in which the bank publishes it: a zip with a
 * CSV of all days, the CSV itself, and XML of the last 90 days.
 */

/** Maximum bytes of the CSV. The CSV of 27 years has 1.9 million bytes. */
const MAX_CSV_BYTES = 16 * 1024 * 1024;
const MAX_COLUMNS = 200;

/**
 * Reads the European Central Bank's file, which may be a zip, CSV or XML. The order of days and currencies doesn't
 * matter.
 *
 * @returns the days; rates are units per 1 EUR, in alphabetical order of their codes
 * @throws {DownloadError} saying what is wrong, if the file has another form
 */
export function parseEcbFile(bytes: Uint8Array): OfficialFile {
  const text = new TextDecoder().decode(bytes[0] === 0x50 && bytes[1] === 0x4b ? csvIn(bytes) : bytes);
  const rows = /^\uFEFF?\s*<\?xml/.test(text) ? rowsOfXml(text) : rowsOfCsv(text);
  if (rows.length === 0) throw unusable('the file has no days');
  const days = new Map<string, Rates>();
  const unreadable = new Map<string, string | null>();
  for (const { date, rates, badCode = null } of rows) {
    const known = days.get(date);
    if (rates && !known) days.set(date, rates);
    // If a day has two rows with different rates, neither row counts.
    else if (!rates || !known || !areEqual(known, rates)) unreadable.set(date, badCode);
  }
  return {
    days: Array.from(days, ([date, rates]) => ({ date, rates }))
      .filter(({ date }) => !unreadable.has(date))
      .sort((one, other) => (one.date < other.date ? -1 : 1)),
    unreadable: Array.from(unreadable, ([date, code]) => ({ date, code })),
  };
}

/** A day in the file. */
interface Row {
  readonly date: string;
  /** Undefined if the row is unreadable. */
  readonly rates?: Rates;
  /** The currency with an unreadable rate. */
  readonly badCode?: string | undefined;
}

function csvIn(zip: Uint8Array): Uint8Array {
  let files: Record<string, Uint8Array>;
  try {
    // `originalSize` is the size that the zip states. No more bytes than that are unpacked.
    files = unzipSync(zip, {
      filter: ({ name, originalSize }) => name.endsWith('.csv') && originalSize <= MAX_CSV_BYTES,
    });
  } catch (cause) {
    throw new DownloadError(`the zip can't be unpacked: ${String(cause)}`, { cause });
  }
  const [csv, ...others] = Object.values(files);
  if (!csv || others.length > 0) throw unusable(`the zip doesn't have one CSV of at most ${MAX_CSV_BYTES} bytes`);
  return csv;
}

function rowsOfCsv(text: string): Row[] {
  const [header = '', ...lines] = text.trimEnd().split(/\r?\n/);
  const dates = cellsOf(header).indexOf('Date');
  const dateFirst = (cells: string[]) => (dates > 0 ? [cells[dates] ?? '', ...cells.toSpliced(dates, 1)] : cells);
  const [first, ...columnNames] = dateFirst(cellsOf(header));
  // In the bank's file, each line ends in a comma, so the last column has no name.
  const codes = columnNames.at(-1) === '' ? columnNames.slice(0, -1) : columnNames;
  if (first !== 'Date' || codes.length === 0 || !areCodes(codes)) {
    throw unusable(`line 1 isn't a header: ${quoted(header, 40)}`);
  }
  const sorted = codes.toSorted();
  return lines.map((line) => {
    const [date, ...cells] = dateFirst(cellsOf(line));
    const isWhole = cells.length === columnNames.length && cells.slice(codes.length).every((cell) => cell === '');
    return isWhole ? rowOf(date, sorted, codes, cells.slice(0, codes.length)) : { date: dateIn(date) };
  });
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

function rowsOfXml(text: string): Row[] {
  const [, cubes] = XML.exec(text) ?? [];
  if (cubes === undefined) throw unusable('the XML isn’t a list of reference rates');
  return matchesOf(XML_DAY, cubes).map(([date, rates = '']) => {
    const cells = matchesOf(XML_RATE, rates);
    const codes = cells.map(([code = '']) => code);
    if (!areCodes(codes)) return { date: dateIn(date) };
    return rowOf(
      date,
      codes.toSorted(),
      codes,
      cells.map(([, rate = '']) => rate),
    );
  });
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
    throw unusable(`the XML has something other than days and rates: ${quoted(text.slice(end), 40)}`);
  return matches;
}

/** Whether these can be the quoted currencies of a file. The archive has no column for the bank's base. */
function areCodes(codes: readonly string[]): boolean {
  const areValid = codes.every((code) => CODE.test(code) && code !== ecb.base);
  return areValid && new Set(codes).size === codes.length && codes.length <= MAX_COLUMNS;
}

function dateIn(text = ''): string {
  if (!isDate(text)) throw unusable(`${quoted(text, 40)} isn't a date`);
  return text;
}

/**
 * @param sorted the codes in the order of the result
 * @param cells the texts of the rates, in the order of `codes`
 */
function rowOf(text: string | undefined, sorted: readonly string[], codes: readonly string[], cells: string[]): Row {
  const date = dateIn(text);
  const texts = new Map(codes.map((code, index) => [code, cells[index] ?? '']));
  const isGiven = (cell = '') => cell !== 'N/A' && cell !== '';
  const badCode = codes.find((code) => isGiven(texts.get(code)) && rateIn(texts.get(code)) === undefined);
  if (badCode !== undefined) return { date, badCode };
  const given = sorted.filter((code) => isGiven(texts.get(code)));
  return given.length === 0 ? { date } : { date, rates: new Map(given.map((code) => [code, Number(texts.get(code))])) };
}

/** Undefined if the text isn't a rate. */
function rateIn(text = ''): number | undefined {
  const rate = /^\d{1,12}(\.\d{1,12})?$/.test(text) ? Number(text) : NaN;
  return isPossibleRate(rate) ? rate : undefined;
}

function unusable(problem: string): DownloadError {
  return new DownloadError(`unusable file: ${problem}`);
}
