import { unzipSync } from 'fflate';
import type { ArchivedDay } from '../../archive/archive.ts';
import { FIRST_OFFICIAL_DAY } from '../../archive/official-rates.ts';
import { CODE } from '../../currencies/code.ts';
import { dateOfDay, dayNumber, isDate } from '../../rates/calendar.ts';
import { isPossibleRate } from '../../rates/possible-rate.ts';
import { RatesRow, sortedColumnsOf } from '../../rates/rates-row.ts';
import { quote } from '../../text/quote.ts';
import { DownloadError } from '../errors.ts';

/*
 * The European Central Bank's file of euro reference rates, in the forms in which the bank publishes it: a zip with a
 * CSV of all days, the CSV itself, and XML of the last 90 days.
 */

/** Maximum bytes of the CSV. The CSV of 27 years has 1.9 million bytes. */
const MAX_CSV_BYTES = 16 * 1024 * 1024;
const MAX_COLUMNS = 200;

/**
 * Reads the European Central Bank's file, which may be a zip, CSV or XML.
 *
 * @param now the clock; if the file has a day after tomorrow, the file is refused
 * @returns the days, ascending; rates are units per 1 EUR
 * @throws {DownloadError} saying what is wrong
 */
export function parseEcbFile(bytes: Uint8Array, now: string): ArchivedDay[] {
  const text = new TextDecoder().decode(bytes[0] === 0x50 && bytes[1] === 0x4b ? csvIn(bytes) : bytes);
  const days = /^\uFEFF?\s*<\?xml/.test(text) ? daysOfXml(text) : daysOfCsv(text);
  days.sort((one, other) => (one.date < other.date ? -1 : 1));
  const tomorrow = dateOfDay(dayNumber(now.slice(0, 10)) + 1);
  let before = '';
  for (const { date } of days) {
    if (date === before) throw unusable(`${date} is duplicated`);
    before = date;
  }
  const [first, last] = [days[0]?.date, days.at(-1)?.date];
  if (first === undefined || last === undefined) throw unusable('the file has no days');
  if (first < FIRST_OFFICIAL_DAY)
    throw unusable(`the first day is ${first}, but there were no rates before ${FIRST_OFFICIAL_DAY}`);
  if (last > tomorrow) throw unusable(`the last day, ${last}, is in the future`);
  return days;
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

function daysOfCsv(text: string): ArchivedDay[] {
  const [header = '', ...lines] = text.trimEnd().split(/\r?\n/);
  const dates = cellsOf(header).indexOf('Date');
  const dateFirst = (cells: string[]) => (dates > 0 ? [cells[dates] ?? '', ...cells.toSpliced(dates, 1)] : cells);
  const [first, ...columnNames] = dateFirst(cellsOf(header));
  // In the bank's file, each line ends in a comma, so the last column has no name.
  const codes = columnNames.at(-1) === '' ? columnNames.slice(0, -1) : columnNames;
  if (first !== 'Date' || codes.length === 0 || codes.length > MAX_COLUMNS || !areCodes(codes)) {
    throw unusable(`line 1 isn't a header: ${quote(header, 40)}`);
  }
  const columns = sortedColumnsOf(codes);
  return lines.map((line, index) => {
    const [date, ...all] = dateFirst(cellsOf(line));
    const cells = all.slice(0, codes.length);
    if (all.length !== columnNames.length || all.slice(codes.length).some((cell) => cell !== ''))
      throw unusable(
        `line ${index + 2} has ${all.length} cells after the date, but the header has ${columnNames.length}`,
      );
    return {
      date: dateIn(date),
      rates: new RatesRow(
        columns,
        cells.map((cell) => (cell === 'N/A' || cell === '' ? NaN : rateIn(cell))),
      ),
    };
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

function daysOfXml(text: string): ArchivedDay[] {
  const [, cubes] = XML.exec(text) ?? [];
  if (cubes === undefined) throw unusable('the XML isn’t a list of reference rates');
  return matchesOf(XML_DAY, cubes).map(([date, rates = '']) => {
    const cells = matchesOf(XML_RATE, rates);
    const codes = cells.map(([code = '']) => code);
    if (!areCodes(codes)) throw unusable(`${quote(codes.join(), 40)} aren't currency codes`);
    return {
      date: dateIn(date),
      rates: new RatesRow(
        sortedColumnsOf(codes),
        cells.map(([, rate = '']) => rateIn(rate)),
      ),
    };
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
    throw unusable(`the XML has something other than days and rates: ${quote(text.slice(end), 40)}`);
  return matches;
}

function areCodes(codes: readonly string[]): boolean {
  return codes.every((code) => CODE.test(code)) && new Set(codes).size === codes.length;
}

function dateIn(text = ''): string {
  if (!isDate(text)) throw unusable(`${quote(text, 40)} isn't a date`);
  return text;
}

function rateIn(text: string): number {
  const rate = /^\d{1,12}(\.\d{1,12})?$/.test(text) ? Number(text) : NaN;
  if (!isPossibleRate(rate)) throw unusable(`${quote(text, 40)} isn't a rate`);
  return rate;
}

function unusable(problem: string): DownloadError {
  return new DownloadError(`unusable file: ${problem}`);
}
