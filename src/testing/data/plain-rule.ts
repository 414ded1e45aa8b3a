import { dateOfDay, dayNumber, type IsoDate } from '../../money/calendar.ts';
import type { Rule } from '../../sources/rules/rule.ts';
import { type Fraction, fraction, rounded } from './plain-fractions.ts';

/** A table's rows in the archive, by date: the value of each column, and the table's number. */
type Rows = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Reads a table's files in the archive, such as `archive/nbp/2026.csv`, in the simplest way. */
export function plainRows(files: ReadonlyMap<string, string>, table: string): Rows {
  const rows = new Map<string, ReadonlyMap<string, string>>();
  for (const [path, text] of files) {
    if (!new RegExp(`^archive/${table}/\\d{4}\\.csv$`).test(path)) continue;
    const [header = '', ...lines] = text.trimEnd().split('\n');
    const names = header.split(',');
    for (const line of lines) {
      const cells = line.split(',').map((cell, place) => [names[place] ?? '', cell] as const);
      rows.set(line.slice(0, 10), new Map(cells.filter(([, cell]) => cell !== '')));
    }
  }
  return rows;
}

/** The value of 1 unit in a row's column, such as `USD` or `100 HUF`. */
function valueIn(row: ReadonlyMap<string, string> | undefined, code: string): Fraction | undefined {
  for (const [name, cell] of row ?? []) {
    const [units = '', unitsOf] = name.split(' ');
    if (name === code) return fraction(cell);
    if (unitsOf === code) return fraction(cell, Number(units));
  }
  return undefined;
}

/** Most banks quote units of their currency. */
const quotesPerBase = (base: string) => base === 'EUR' || base === 'USD';

/**
 * The rate that a rule asks for, read from the archive's rows as a person would: day by day from the date on.
 *
 * @returns undefined without a rate
 */
export function plainRule({ bank, to, day }: Rule, from: string, date: IsoDate, tables: readonly Rows[]) {
  const [first, ...further] = tables;
  const step = day === 'on or after' ? 1 : -1;
  const start =
    day === 'next 1 January'
      ? dayNumber(`${Number(date.slice(0, 4)) + 1}-01-01`)
      : dayNumber(date) + (day === 'before' ? -1 : 0);
  const places =
    day === '31 December'
      ? [`${date.slice(0, 4)}-12-31` as IsoDate]
      : Array.from({ length: 8 }, (_, place) => dateOfDay(start + step * place));
  const rateDay = places.find((each) => first?.has(each));
  if (rateDay === undefined) return undefined;
  const valueOf = (code: string) => {
    if (code === bank.base) return { value: { top: 1n, bottom: 1n }, date: rateDay, reference: undefined };
    const row = first?.get(rateDay);
    const value = valueIn(row, code);
    if (value) return { value, date: rateDay, reference: row?.get('reference') };
    for (const rows of further) {
      const days = Array.from({ length: 15 }, (_, back) => dateOfDay(dayNumber(rateDay) - back));
      const last = days.find((each) => rows.has(each)) ?? '';
      const ofTable = valueIn(rows.get(last), code);
      if (ofTable) return { value: ofTable, date: last, reference: rows.get(last)?.get('reference') };
    }
    return undefined;
  };
  const [one, other] = [valueOf(from), valueOf(to)];
  if (!one || !other) return undefined;
  const [top, bottom] = quotesPerBase(bank.base) ? [other.value, one.value] : [one.value, other.value];
  const exact = { top: top.top * bottom.bottom, bottom: top.bottom * bottom.top };
  return {
    rate: rounded(exact),
    rate_as_of: one.date < other.date ? one.date : other.date,
    reference: one.reference ?? other.reference,
  };
}
