import { CODE } from '../currencies/code.ts';
import { isDate } from '../rates/calendar.ts';
import { isPossibleRate } from '../rates/rates.ts';
import { shifted } from '../rates/round.ts';
import type { OfficialDay } from './official-rates.ts';
import { parseRate, parseYearLines, type YearFile } from './year-file.ts';

/*
 * A year of a bank's rates is a table with the header `date,AUD,…,100 HUF,…` and a row for each day. Its numbers are
 * the bank's, for the number of units before the code. A bank that numbers its tables has the column `reference`.
 */

const REFERENCE = 'reference';
const REFERENCE_CELL = /^[\w/.-]{1,40}$/;

/** A column of rates. */
interface Column {
  readonly name: string;
  readonly code: string;
  readonly units: number;
}

/** One file for each year, the earliest first. Columns are in alphabetical order of their codes. */
export function officialYearFiles(days: readonly OfficialDay[]): YearFile[] {
  return [...Map.groupBy(days, ({ date }) => date.slice(0, 'YYYY'.length))].map(([year, ofYear]) => {
    const columns = columnsOf(ofYear);
    const hasReferences = ofYear.some(({ reference }) => reference !== undefined);
    const lines = ofYear.map(({ date, rates, units, reference = '' }) => {
      const cells = columns.map(({ code, units: ofColumn }) => {
        const rate = rates.get(code);
        if (rate === undefined || (units?.get(code) ?? 1) !== ofColumn) return '';
        return ofColumn === 1 ? rate : shifted(rate, zerosOf(ofColumn));
      });
      return [date, ...(hasReferences ? [reference] : []), ...cells].join(',');
    });
    const header = ['date', ...(hasReferences ? [REFERENCE] : []), ...columns.map(({ name }) => name)].join(',');
    return { year, days: ofYear.length, body: [header, ...lines, ''].join('\n') };
  });
}

function columnsOf(days: readonly OfficialDay[]): Column[] {
  const columns = new Map<string, Column>();
  for (const { rates, units } of days) {
    for (const code of rates.keys()) {
      const ofCode = units?.get(code) ?? 1;
      const name = ofCode === 1 ? code : `${ofCode} ${code}`;
      if (!columns.has(name)) columns.set(name, { name, code, units: ofCode });
    }
  }
  const isBefore = (one: Column, other: Column) =>
    one.code === other.code ? one.units < other.units : one.code < other.code;
  return [...columns.values()].sort((one, other) => (isBefore(one, other) ? -1 : 1));
}

/**
 * Parses a year's file.
 *
 * @param base the quoted currency, which has no column
 * @throws {FileError} if the file differs from what {@link officialYearFiles} writes
 */
export function parseOfficialYearFile(path: string, year: string, body: string, base: string): OfficialDay[] {
  return parseYearLines(path, year, body, (names) => {
    const hasReferences = names[0] === REFERENCE;
    const columns = names.slice(hasReferences ? 1 : 0).map(columnIn);
    if (columns.some((column) => column === undefined || column.code === base)) return undefined;
    return (line) => parseDay(line, columns as readonly Column[], hasReferences);
  });
}

/** Undefined if a text isn't the name of a column. */
export function columnIn(name: string): Column | undefined {
  const [, units = '1', code = ''] = /^(?:(10+) )?(\w+)$/.exec(name) ?? [];
  return CODE.test(code) ? { name, code, units: Number(units) } : undefined;
}

function parseDay(line: string, columns: readonly Column[], hasReferences: boolean): OfficialDay | undefined {
  const [date = '', ...cells] = line.split(',');
  const reference = hasReferences ? cells.shift() : '';
  if (!isDate(date) || cells.length !== columns.length || reference === undefined) return undefined;
  if (reference !== '' && !REFERENCE_CELL.test(reference)) return undefined;
  const rates = new Map<string, number>();
  const units = new Map<string, number>();
  for (const [index, { code, units: ofColumn }] of columns.entries()) {
    const cell = cells[index];
    if (cell === undefined || cell === '') continue;
    const value = parseRate(cell);
    if (value === undefined || rates.has(code)) return undefined;
    const rate = ofColumn === 1 ? value : shifted(cell, -zerosOf(ofColumn));
    if (!isPossibleRate(rate)) return undefined;
    rates.set(code, rate);
    if (ofColumn !== 1) units.set(code, ofColumn);
  }
  return { date, rates, ...(units.size > 0 && { units }), ...(reference !== '' && { reference }) };
}

/** The number of zeros of a power of ten. */
function zerosOf(units: number): number {
  return String(units).length - 1;
}
