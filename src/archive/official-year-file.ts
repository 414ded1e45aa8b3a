import { isDate } from '../rates/calendar.ts';
import { elementAt } from '../rates/element-at.ts';
import { isPossibleRate } from '../rates/rates.ts';
import { shifted } from '../rates/round.ts';
import { RateRow } from './rate-row.ts';
import { type Column, columnIn } from './official-column.ts';
import type { OfficialDay } from './official-rates.ts';
import { areCells, parseYearLines, type YearFile } from './year-file.ts';

/*
 * A year of a bank's rates is a table with the header `date,AUD,…,100 HUF,…` and a row for each day. Its numbers are
 * the bank's, for the number of units before the code. A bank that numbers its tables has the column `reference`.
 */

const REFERENCE = 'reference';
const REFERENCE_CELL = /^[\w/.-]{1,40}$/;

/** One file for each year, the earliest first. Columns are in alphabetical order of their codes. */
export function officialYearFiles(days: readonly OfficialDay[]): YearFile[] {
  return [...Map.groupBy(days, ({ date }) => date.slice(0, 'YYYY'.length))].map(([year, ofYear]) => {
    const known = ofYear[0] && parsed.get(ofYear[0]);
    const isSame = known?.days.length === ofYear.length && known.days.every((day, index) => day === ofYear[index]);
    if (known && isSame) return { year, days: ofYear.length, body: known.body };
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

/**
 * The text of each parsed year, by its first day. A year that hasn't changed keeps its text, because printing the years
 * of all banks takes longer than everything else about them.
 */
const parsed = new WeakMap<OfficialDay, { readonly days: readonly OfficialDay[]; readonly body: string }>();

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
  const days = parseYearLines(path, year, body, (names, lines) => {
    const hasReferences = names[0] === REFERENCE;
    const columns = names.slice(hasReferences ? 1 : 0).map(columnIn);
    if (columns.some((column) => column === undefined || column.code === base)) return undefined;
    return lineParser(columns as readonly Column[], hasReferences, lines);
  });
  if (days[0]) parsed.set(days[0], { days, body });
  return days;
}

/** @returns a function that returns undefined if a line is invalid */
function lineParser(
  columns: readonly Column[],
  hasReferences: boolean,
  lines: number,
): (line: string) => OfficialDay | undefined {
  const places = new Map([...new Set(columns.map(({ code }) => code))].map((code, place) => [code, place]));
  const placed = columns.map(({ code, units }) => ({
    code,
    units,
    place: places.get(code) ?? 0,
    zeros: zerosOf(units),
  }));
  const firstCell = hasReferences ? 2 : 1;
  const table = new Float64Array(lines * places.size).fill(NaN);
  let rows = 0;
  /** Days usually have the same units, so they share them. */
  const allUnits = new Map<string, ReadonlyMap<string, number>>();
  return (line) => {
    const cells = line.split(',');
    const [date = ''] = cells;
    const reference = hasReferences ? cells[1] : '';
    if (!isDate(date) || cells.length !== firstCell + columns.length || reference === undefined) return undefined;
    if ((reference !== '' && !REFERENCE_CELL.test(reference)) || !areCells(line, firstCell)) return undefined;
    const start = rows * places.size;
    const units: [code: string, units: number][] = [];
    let size = 0;
    // This loop runs for every value of every bank, so it makes no objects.
    for (let index = 0; index < placed.length; index++) {
      const cell = cells[firstCell + index];
      if (cell === undefined || cell === '') continue;
      const { code, units: ofColumn, place, zeros } = elementAt(placed, index);
      const rate = zeros === 0 ? Number(cell) : shifted(cell, -zeros);
      if (!isPossibleRate(rate) || !Number.isNaN(table[start + place])) return undefined;
      table[start + place] = rate;
      size++;
      if (zeros > 0) units.push([code, ofColumn]);
    }
    rows++;
    const key = units.join();
    if (key !== '' && !allUnits.has(key)) allUnits.set(key, new Map(units));
    const shared = allUnits.get(key);
    return {
      ...{ date, rates: new RateRow(places, table, start, size) },
      ...(shared && { units: shared }),
      ...(reference !== '' && { reference }),
    };
  };
}

/** The number of zeros of a power of ten. */
function zerosOf(units: number): number {
  return String(units).length - 1;
}
