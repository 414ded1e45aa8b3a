import { ecb } from '../../archive/official-bank.ts';
import { dayNumber, isDate } from '../../rates/calendar.ts';
import type { DailyRates, PastDay } from '../../rates/past-rates.ts';
import { noChanges } from '../../archive/source.ts';
import { FileError } from '../../text/site-problem.ts';
import { paths } from '../format/paths.ts';
import { isRate, objectIn, type PublishedReach } from './published-files.ts';

/*
 * Parsers of the files of official rates, for the Pages Function. They are written by hand, for the reason in
 * published-files.ts.
 */

/** The first and the last day of a period, `YYYY-MM-DD`. */
export type Period = readonly [first: string, last: string];

/** The days and the currencies that have official rates. */
export interface OfficialReach extends PublishedReach {
  /** The periods in which the bank quoted each currency, ascending. */
  readonly periods: ReadonlyMap<string, readonly Period[]>;
  /** Days on which the bank had rates that aren't published, because they are in doubt. */
  readonly waiting: ReadonlySet<string>;
}

export function parseOfficialDays(document: unknown): OfficialReach {
  const path = paths.officialDays;
  const { first, last, periods, waiting } = objectIn(path, document);
  if (!isDate(first) || !isDate(last)) throw new FileError(path, 'has no first or last day');
  if (!Array.isArray(waiting) || !waiting.every(isDate)) throw new FileError(path, 'has no list of waiting days');
  const byCode = new Map(
    Object.entries(objectIn(path, periods)).map(([code, ofCode]) => {
      if (!Array.isArray(ofCode) || !ofCode.every(isPeriod))
        throw new FileError(path, `has invalid periods of ${code}`);
      return [code, ofCode] as const;
    }),
  );
  return { first, last, codes: new Set(byCode.keys()), sources: noChanges, periods: byCode, waiting: new Set(waiting) };
}

function isPeriod(value: unknown): value is Period {
  return Array.isArray(value) && value.length === 2 && value.every(isDate);
}

/** Reads a currency's official rates, in units per 1 EUR. */
export function parseOfficialSeries(wanted: string, document: unknown): DailyRates {
  const path = paths.officialSeries(wanted);
  const { code, first, rates } = objectIn(path, document);
  if (code !== wanted || !isDate(first) || !Array.isArray(rates))
    throw new FileError(path, `isn’t the series of ${wanted}`);
  const daily = rates.map((rate: unknown) => {
    if (rate === null) return NaN;
    if (!isRate(rate)) throw new FileError(path, 'has an invalid rate');
    return rate;
  });
  return { firstDay: dayNumber(first), rates: daily };
}

/** A year of official rates, as lines that are parsed only when they are needed. */
export interface OfficialYear {
  readonly path: string;
  readonly codes: readonly string[];
  readonly lines: readonly string[];
}

export function parseOfficialYear(year: string, text: string): OfficialYear {
  const path = paths.officialYear(year);
  const [header = '', ...lines] = text.split('\n');
  const [first, ...codes] = header.split(',');
  if (first !== 'date' || lines.pop() !== '' || !lines.every((line) => line.startsWith(`${year}-`))) {
    throw new FileError(path, `isn’t a file of the rates of ${year}`);
  }
  return { path, codes, lines };
}

/**
 * The rates of a date or, if it has no rates, of the last earlier day in the year. Undefined if all rates of the year
 * are from later days. Codes are in alphabetical order.
 */
export function lastDayOfYear({ path, codes, lines }: OfficialYear, date: string): PastDay | undefined {
  const line = lines.findLast((line) => dateOf(line) <= date);
  if (line === undefined) return undefined;
  const [day = '', ...cells] = line.split(',');
  const rates = codes.flatMap((code, column): [string, number][] => {
    const rate = rateIn(path, cells[column]);
    return Number.isNaN(rate) ? [] : [[code, rate]];
  });
  return {
    date: day,
    rates: new Map([...rates, [ecb.base, 1] as const].sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}

/** The wanted currencies' rates on a year's days from `start` to `end`; `NaN` if a currency has no rate on a day. */
export function ratesOfYear(
  { path, codes, lines }: OfficialYear,
  wanted: readonly string[],
  start: string,
  end: string,
): { readonly dates: readonly string[]; readonly columns: readonly (readonly number[])[] } {
  const rows = lines.filter((line) => dateOf(line) >= start && dateOf(line) <= end).map((line) => line.split(','));
  const columns = wanted.map((code) => {
    const column = codes.indexOf(code) + 1;
    if (column === 0) return rows.map(() => (code === ecb.base ? 1 : NaN));
    return rows.map((cells) => rateIn(path, cells[column]));
  });
  return { dates: rows.map(([date = '']) => date), columns };
}

const dateOf = (line: string) => line.slice(0, 'YYYY-MM-DD'.length);

/** The rate in a cell; `NaN` if it's empty. */
function rateIn(path: string, cell: string | undefined): number {
  if (cell === '') return NaN;
  const rate = Number(cell);
  if (!isRate(rate)) throw new FileError(path, 'has an invalid rate');
  return rate;
}
